"""KataGo as a partner: a client of its analysis protocol, JSON objects on its stdin and stdout."""
