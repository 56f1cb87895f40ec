"""Pages that hold opinions, the computed ranking always beside them: use cases, their verdicts, workflows."""

from __future__ import annotations

from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.pages.templating import Context

RANKED = 5
"""Places of the computed ranking that stand beside a verdict."""


class UseCasesPage(Page):
    """`/best`: the use cases with the state of their verdicts."""

    template = "use_cases.html"

    def view(self, _asked: Asked) -> Context:
        """Return the index; picks stand under their names."""
        names = {slug: model.name for slug, model in self.questions.catalog.models.items()}
        return {"answer": self.questions.use_cases(), "names": names}


class BestPage(Page):
    """`/best/{usecase}`: an editor's verdict and the computed ranking, side by side."""

    template = "best.html"

    def view(self, asked: Asked) -> Context:
        """Return both for each medium."""
        answer = self.questions.best(asked.path["usecase"])
        computed = {one["medium"]: one for one in answer["computed"]}
        sides = [(verdict, computed.get(verdict["medium"])) for verdict in answer["verdicts"]]
        rubrics = self.questions.catalog.use_cases[answer["usecase"]["slug"]].rubrics
        return {"answer": answer, "sides": sides, "rubrics": rubrics, "ranked": RANKED}


class WorkflowsPage(Page):
    """`/workflows`: the recipes."""

    template = "workflows.html"

    def view(self, _asked: Asked) -> Context:
        """Return all of them, in short."""
        return {"answer": self.questions.workflows({"limit": "50"})}


class WorkflowPage(Page):
    """`/workflows/{slug}`: one recipe with the models that fit each step today."""

    template = "workflow.html"

    def view(self, asked: Asked) -> Context:
        """Return the recipe."""
        answer = self.questions.workflow(asked.path["slug"])
        titles = {one["id"]: one["title"] for one in answer["workflow"]["steps"]}
        return {"answer": answer, "workflow": answer["workflow"], "titles": titles}
