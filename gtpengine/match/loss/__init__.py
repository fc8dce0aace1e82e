"""Points that engines lose per move in recorded endgames, by a stronger engine's judgement."""
