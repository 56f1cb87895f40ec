"""Pages that explain: how we rank and who pays, the data and the API, how to connect an assistant."""

from __future__ import annotations

from modeladvisor.questions import MEANINGS
from modeladvisor_server.pages.assistants import assistants
from modeladvisor_server.pages.resources import Asked, Page
from modeladvisor_server.pages.templating import Context
from modeladvisor_server.rest.description import ADDRESSES


class MethodPage(Page):
    """`/methodology`: how we rank, and who pays."""

    template = "methodology.html"

    def view(self, _asked: Asked) -> Context:
        """Return what the catalog says about money: how many links earn something."""
        links = [one for found in self.questions.catalog.access.values() for one in found]
        return {
            "links": len(links),
            "sold": sum(one.commercial for one in links),
            "earning": sum(one.affiliate for one in links),
            "rubrics": [
                (case, rubric)
                for case in self.questions.catalog.use_cases.values()
                for rubric in case.rubrics.values()
            ],
        }


class DataPage(Page):
    """`/data`: what the data is, and how programs read it."""

    template = "data.html"
    names_itself = True

    def view(self, asked: Asked) -> Context:
        """Return counts, versions and addresses."""
        vocabulary = self.questions.vocabulary()
        return {
            "vocabulary": vocabulary,
            "addresses": ADDRESSES,
            "meanings": MEANINGS,
            "address": asked.address,
        }


class ConnectPage(Page):
    """`/connect`: how an assistant gets these answers."""

    template = "connect.html"
    names_itself = True

    def view(self, asked: Asked) -> Context:
        """Return what each client has to be told."""
        endpoint = f"{asked.address}/mcp"
        return {"endpoint": endpoint, "assistants": assistants(endpoint)}
