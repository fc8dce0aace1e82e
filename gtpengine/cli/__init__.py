"""Subcommands of the `gtpengine` command, one module each."""
