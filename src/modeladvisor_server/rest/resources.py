"""The resources under `/api/v1`; each reads its parameters and hands them to one question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs
from falcon.asgi import Request, Response

from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError, refuse
from modeladvisor_server.problems import problem
from modeladvisor_server.questions import COMPARE, FINDER, MODELS, TIPS, WORKFLOWS, Questions
from modeladvisor_server.rest.answering import (
    encode,
    is_held,
    send,
    send_problem,
    send_unchanged,
    takes_json,
)
from modeladvisor_server.rest.bodies import Bodies, Body, digest, etag_of
from modeladvisor_server.rest.codings import coding_for
from modeladvisor_server.rest.parameters import read_query

NOT_ACCEPTABLE = "Answers are application/json, which the Accept header leaves out."


@attrs.frozen
class Asked:
    """What a request asks: parameters of the query, and names in the path."""

    given: Mapping[str, object]
    path: Mapping[str, str]


class Answering:
    """A resource that answers GET and HEAD with JSON; `allowed` are the names of its parameters."""

    allowed: ClassVar[tuple[str, ...]] = ()

    def __init__(self, questions: Questions, bodies: Bodies[Any], edition: str) -> None:
        """Take the questions that answer, where bytes are kept, and what tells this catalog and code from others."""
        self.questions = questions
        self._bodies = bodies
        self._edition = edition

    async def on_get(self, req: Request, resp: Response, **path: str) -> None:
        """Answer the question of this address, from the bytes that are kept where it was asked before."""
        if not takes_json(req.get_header("Accept")):
            send_problem(resp, problem("not-acceptable", NOT_ACCEPTABLE, req.path), 406)
            return
        given, mistakes = read_query(req.query_string, self.allowed)
        question = Asked(given, path)
        if mistakes:
            self._checked(question, mistakes)
        asked = sorted((name, value) for name, value in given.items() if value != "")
        tag = digest(self._edition, self.questions.today(), type(self).__name__, sorted(path.items()), asked)
        changed = self.questions.catalog.dataset.as_of
        # The tag is over all that decides the answer: for who holds it nothing has to be worked out.
        for coding in (coding_for(req.get_header("Accept-Encoding")), None):
            if is_held(req, (etag := etag_of(tag, coding),)):
                send_unchanged(resp, etag, changed=changed)
                return
        body = self._bodies.get(tag, lambda: Body(encode(self._checked(question, [])), tag))
        send(req, resp, body, changed=changed)

    on_head = on_get

    def _checked(self, asked: Asked, mistakes: list[Mistake]) -> object:
        """Return the answer, or raise all that is wrong with the request at once; what is also unknown is among it."""
        try:
            answer = self.answer(asked)
        except QuestionError as error:
            raise QuestionError([*mistakes, *error.mistakes]) from None
        except NotInCatalogError as error:
            refuse(mistakes, [error])
            raise
        refuse(mistakes)
        return answer

    def answer(self, asked: Asked) -> object:
        """Return the view that answers."""
        raise NotImplementedError


class Models(Answering):
    """`/models`: the verified dataset."""

    allowed = MODELS

    def answer(self, asked: Asked) -> object:
        """Return the records that the parameters select."""
        return self.questions.models(asked.given)


class Model(Answering):
    """`/models/{slug}`: one record."""

    def answer(self, asked: Asked) -> object:
        """Return the record of one model."""
        return self.questions.model(asked.path["slug"])


class Access(Answering):
    """`/models/{slug}/access`: where to get at a model."""

    def answer(self, asked: Asked) -> object:
        """Return links and routes of one model."""
        return self.questions.access(asked.path["slug"])


class PromptTips(Answering):
    """`/models/{slug}/prompt-tips`: how to prompt a model."""

    allowed = TIPS

    def answer(self, asked: Asked) -> object:
        """Return the prompt tips of one model."""
        return self.questions.tips(asked.path["slug"], asked.given)


class Compare(Answering):
    """`/compare`: two to eight models side by side."""

    allowed = COMPARE

    def answer(self, asked: Asked) -> object:
        """Return the comparison."""
        return self.questions.compare(asked.given)


class UseCases(Answering):
    """`/best`: the index of use cases."""

    def answer(self, _asked: Asked) -> object:
        """Return all use cases."""
        return self.questions.use_cases()


class Best(Answering):
    """`/best/{usecase}`: verdict and computed ranking."""

    def answer(self, asked: Asked) -> object:
        """Return the answer for one use case."""
        return self.questions.best(asked.path["usecase"])


class Finder(Answering):
    """`/finder`: which models fit a job."""

    allowed = FINDER

    def answer(self, asked: Asked) -> object:
        """Return the ranked, explained answer."""
        return self.questions.finder(asked.given)


class Workflows(Answering):
    """`/workflows`: recipes."""

    allowed = WORKFLOWS

    def answer(self, asked: Asked) -> object:
        """Return the recipes that the parameters select."""
        return self.questions.workflows(asked.given)


class Workflow(Answering):
    """`/workflows/{slug}`: one recipe."""

    def answer(self, asked: Asked) -> object:
        """Return one recipe."""
        return self.questions.workflow(asked.path["slug"])


class VocabularyOfAll(Answering):
    """`/vocabulary`: allowed values, capabilities, counts and versions."""

    def answer(self, _asked: Asked) -> object:
        """Return the vocabulary."""
        return self.questions.vocabulary()


class Document:
    """A document made once: its bytes never change while the catalog stands."""

    def __init__(self, body: bytes, media_type: str, questions: Questions, bodies: Bodies[Any]) -> None:
        """Take the bytes and their media type, and where bytes are kept."""
        self._body = Body(body)
        self._bodies = bodies
        self._media_type = media_type
        self._questions = questions

    async def on_get(self, req: Request, resp: Response) -> None:
        """Send the document."""
        changed = self._questions.catalog.dataset.as_of
        body = self._bodies.get(self._body.tag, lambda: self._body)
        send(req, resp, body, changed=changed, media_type=self._media_type)

    on_head = on_get


ADDRESSES: tuple[tuple[str, type[Answering]], ...] = (
    ("/models", Models),
    ("/models/{slug}", Model),
    ("/models/{slug}/access", Access),
    ("/models/{slug}/prompt-tips", PromptTips),
    ("/compare", Compare),
    ("/best", UseCases),
    ("/best/{usecase}", Best),
    ("/finder", Finder),
    ("/workflows", Workflows),
    ("/workflows/{slug}", Workflow),
    ("/vocabulary", VocabularyOfAll),
)
