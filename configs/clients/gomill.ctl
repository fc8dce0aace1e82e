# A match for gomill's ringmaster: ringmaster gomill.ctl run
# It is Python; the paths may need to be full ones.
competition_type = "playoff"
description = "gtpengine against GNU Go, level 1"

players = {
    "gtpengine": Player(
        ["gtpengine", "--no-autosave", "--seconds", "1"],
        startup_gtp_commands=["kgs-rules chinese"],
    ),
    "gnugo": Player("gnugo --mode gtp --chinese-rules --capture-all-dead --level 1"),
}

board_size = 9
komi = 7.5
scorer = "players"

matchups = [
    Matchup("gtpengine", "gnugo", alternating=True, number_of_games=20),
]
