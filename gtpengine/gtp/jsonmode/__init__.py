"""KataGo's analysis protocol: queries and answers as JSON objects, one per line, in any order."""
