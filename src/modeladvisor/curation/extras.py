"""What is said where a package of the extra `curation` is missing."""

from __future__ import annotations

from modeladvisor.errors import ModelAdvisorError


class NotInstalledError(ModelAdvisorError):
    """Raised when a tool needs a package that is not installed.

    Attributes:
        tool: What was called for.
        package: What it needs.
    """

    def __init__(self, tool: str, package: str) -> None:
        self.tool = tool
        self.package = package
        super().__init__(f"{tool} needs {package}; run: pip install 'modeladvisor[curation]'")
