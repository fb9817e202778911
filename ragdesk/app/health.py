"""Are the stores consistent, the models intact, is anything talking to the outside?"""

from collections.abc import Sequence

from ragdesk.domain.calibration import caveat
from ragdesk.domain.models import Check, ModelInfo
from ragdesk.engines.engines import Engines
from ragdesk.host import offline
from ragdesk.storage.library import Library


def checks(library: Library, engines: Engines) -> list[Check]:
    """All findings, good and bad. Opens no model: their files are read and compared with what is known of them."""
    return [*library.check(), *engines.verify(), _calibration(engines.models()), *_silence()]


def rebuild(library: Library, engines: Engines) -> None:
    """Make both indexes anew from the ledger; searches use the old ones until the end."""
    library.rebuild(engines.embedder().encode)


def _calibration(models: Sequence[ModelInfo]) -> Check:
    """Which of the models in use do without fitted numbers. Nothing is broken by that, so the check passes."""
    caveats = [
        f"{model.name}: {caveat(model)}" for model in models if model.chosen and model.path and caveat(model)
    ]
    return Check("calibration", True, "; ".join(caveats) or "fitted for the models in use")


def _silence() -> list[Check]:
    unsealed, foreign = offline.unsealed(), offline.foreign_connections()
    return [
        Check(
            "telemetry",
            not unsealed,
            f"not switched off: {', '.join(unsealed)}" if unsealed else "switched off for every library",
            "Start RAGDesk with `ragdesk`, which sets this itself.",
        ),
        Check(
            "connections",
            not foreign,
            f"open to {', '.join(foreign)}" if foreign else "none beyond this machine",
            "Close RAGDesk and report this; nothing in it should connect anywhere.",
        ),
    ]
