"""What is known of the regions of a position, and how a search used it, in words."""

from gtpengine.board.score import result_text
from gtpengine.model.survey import Survey
from gtpengine.search.findings import Counts


def survey_words(survey: Survey | None, counts: Counts) -> list[str]:
    """Return what a search had to go by, as sentences."""
    if survey is None:
        return ["the board is one region"]
    reports = survey.regions
    solved = sum(report.value is not None for report in reports)
    searched = [r for r in reports if r.value is None and r.temperature is not None]
    guessed = sum(r.temperature is None and r.estimate is not None for r in reports)
    words = [f"{solved} of {len(reports)} regions solved"]
    if searched:
        widest = max(r.temperature[1] - r.temperature[0] for r in searched if r.temperature)
        words.append(
            f"{len(searched)} estimated by temperature discovery, bounds within {float(widest):.1f}"
        )
    if guessed:
        words.append(f"{guessed} guessed by playouts")
    if counts.followed:
        words.append(
            f"tables guided {counts.guided} playouts, {counts.broken / counts.followed:.0%} of the "
            "tracked regions broke"
        )
    found = ["; ".join(words)]
    if survey.likely_score is not None:
        found.append(f"expected: {result_text(survey.likely_score)}")
    return found
