"""The Python half of the widgets: traits in step with the browser, numbers from the core."""

from lnteach.widgets.three_routes import ThreeRoutes, ThreeRoutesResult
from lnteach.widgets.vote import VoteWidget, vote

__all__ = ["ThreeRoutes", "ThreeRoutesResult", "VoteWidget", "vote"]
