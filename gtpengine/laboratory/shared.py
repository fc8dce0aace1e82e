"""Where the shared records of games lie: beside the project, in the folder `shared`."""

from pathlib import Path

GAMES = Path(__file__).resolve().parents[3] / "shared" / "data" / "games"
PROFESSIONAL = GAMES / "pro19_counted"  # 19x19, with counted results
