"""Reviews held against KataGo's judgement of every move."""
