"""The GTP front end: protocol text, session loop, commands by family."""
