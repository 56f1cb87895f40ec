"""The resources under `/api/v1`; each reads its parameters and hands them to one question."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

import attrs
from falcon.asgi import Request, Response

from modeladvisor.errors import Mistake, NotInCatalogError, QuestionError, refuse
from modeladvisor_server.problems import problem
from modeladvisor_server.questions import COMPARE, FINDER, MODELS, TIPS, WORKFLOWS, Questions
from modeladvisor_server.rest.answering import (
    is_held,
    send,
    send_problem,
    send_stream,
    send_unchanged,
    takes_json,
)
from modeladvisor_server.rest.bodies import Bodies, Body, digest, etag_of
from modeladvisor_server.rest.codings import coding_for
from modeladvisor_server.rest.encoding import encode
from modeladvisor_server.rest.fragments import Fragments
from modeladvisor_server.rest.parameters import read_query
from modeladvisor_server.rest.streams import list_pieces
from modeladvisor_server.wordings import compare_key, finder_key, model_key, use_case_key

STREAMED_FROM = 250
"""Records of a list from which on it is sent one by one: working out so many takes some tenths of a second."""
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
        tag = self.tag(question)
        changed = self.questions.catalog.dataset.as_of
        # The tag is over all that decides the answer: for who holds it nothing has to be worked out.
        for coding in (coding_for(req.get_header("Accept-Encoding")), None):
            if is_held(req, (etag := etag_of(tag, coding),)):
                send_unchanged(resp, etag, changed=changed)
                return
        self.send(req, resp, question, tag)

    on_head = on_get

    def send(self, req: Request, resp: Response, asked: Asked, tag: str) -> None:
        """Send the answer to a question of which nothing is wrong but what answering it finds."""
        send(req, resp, self.body(asked, tag), changed=self.questions.catalog.dataset.as_of)

    def body(self, asked: Asked, tag: str) -> Body:
        """Return the bytes of an answer, as they are kept or made now."""
        return self._bodies.get(tag, lambda: Body(encode(self._checked(asked, [])), tag))

    def tag(self, asked: Asked) -> str:
        """Return what tells the answer to a question from all others, before it is worked out."""
        words = sorted((name, value) for name, value in asked.given.items() if value != "")
        meant = self.key(asked) or (sorted(asked.path.items()), words)
        return digest(self._edition, self.questions.today(), type(self).__name__, meant)

    def key(self, _asked: Asked) -> Hashable | None:
        """Return what a question means, where different words can mean the same; None where only the words tell."""
        return None

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

    def send(self, req: Request, resp: Response, asked: Asked, tag: str) -> None:
        """Send a short list as any answer, and a long one record by record; that one is not kept."""
        page = self.questions.page(asked.given)
        if len(page.models) < STREAMED_FROM:
            super().send(req, resp, asked, tag)
            return
        frame, records = self.questions.records(page)
        send_stream(
            req,
            resp,
            lambda: list_pieces(frame, "models", records),
            tag,
            self.questions.catalog.dataset.as_of,
        )


class Model(Answering):
    """`/models/{slug}`: one record."""

    def answer(self, asked: Asked) -> object:
        """Return the record of one model."""
        return self.questions.model(asked.path["slug"])

    def key(self, asked: Asked) -> Hashable | None:
        """Return which record is meant."""
        return model_key(self.questions, asked.path["slug"])


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

    def key(self, asked: Asked) -> Hashable | None:
        """Return what is compared for what."""
        return compare_key(self.questions, asked.given)


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

    def key(self, asked: Asked) -> Hashable | None:
        """Return which use case is meant."""
        return use_case_key(self.questions, asked.path["usecase"])


class Finder(Answering):
    """`/finder`: which models fit a job."""

    allowed = FINDER

    def __init__(self, questions: Questions, bodies: Bodies[Any], edition: str) -> None:
        """Take what every resource takes, with nothing kept of any answer."""
        super().__init__(questions, bodies, edition)
        self._fragments = Fragments()

    def answer(self, asked: Asked) -> object:
        """Return the ranked, explained answer."""
        return self.questions.finder(asked.given, self._fragments)

    def key(self, asked: Asked) -> Hashable | None:
        """Return what the words mean."""
        return finder_key(self.questions, asked.given)


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
