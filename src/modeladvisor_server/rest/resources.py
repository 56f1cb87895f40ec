"""The resources under `/api/v1`; each reads its parameters and hands them to one question."""

from __future__ import annotations

from collections.abc import Mapping

from falcon.asgi import Request, Response

from modeladvisor_server.questions import FINDER, Questions, check_names
from modeladvisor_server.rest.answering import encode, send
from modeladvisor_server.rest.parameters import parameters_of


class Answering:
    """A resource that answers GET and HEAD with JSON."""

    def __init__(self, questions: Questions) -> None:
        """Take the questions that answer."""
        self.questions = questions

    async def on_get(self, req: Request, resp: Response, **path: str) -> None:
        """Answer the question of this address."""
        body = encode(self.answer(parameters_of(req.query_string), **path))
        send(req, resp, body, changed=self.questions.catalog.dataset.as_of)

    on_head = on_get

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return the view that answers."""
        raise NotImplementedError


class Models(Answering):
    """`/models`: the verified dataset."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return the records that the parameters select."""
        return self.questions.models(given)


class Model(Answering):
    """`/models/{slug}`: one record."""

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return the record of one model."""
        check_names(given, ())
        return self.questions.model(path["slug"])


class Access(Answering):
    """`/models/{slug}/access`: where to get at a model."""

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return links and routes of one model."""
        check_names(given, ())
        return self.questions.access(path["slug"])


class PromptTips(Answering):
    """`/models/{slug}/prompt-tips`: how to prompt a model."""

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return the prompt tips of one model."""
        return self.questions.tips(path["slug"], given)


class Compare(Answering):
    """`/compare`: two to eight models side by side."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return the comparison."""
        return self.questions.compare(given)


class UseCases(Answering):
    """`/best`: the index of use cases."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return all use cases."""
        check_names(given, ())
        return self.questions.use_cases()


class Best(Answering):
    """`/best/{usecase}`: verdict and computed ranking."""

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return the answer for one use case."""
        check_names(given, ())
        return self.questions.best(path["usecase"])


class Finder(Answering):
    """`/finder`: which models fit a job."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return the ranked, explained answer."""
        check_names(given, FINDER)
        return self.questions.finder(given)


class Workflows(Answering):
    """`/workflows`: recipes."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return the recipes that the parameters select."""
        return self.questions.workflows(given)


class Workflow(Answering):
    """`/workflows/{slug}`: one recipe."""

    def answer(self, given: Mapping[str, object], **path: str) -> object:
        """Return one recipe."""
        check_names(given, ())
        return self.questions.workflow(path["slug"])


class VocabularyOfAll(Answering):
    """`/vocabulary`: allowed values, capabilities, counts and versions."""

    def answer(self, given: Mapping[str, object], **_path: str) -> object:
        """Return the vocabulary."""
        check_names(given, ())
        return self.questions.vocabulary()


class Document:
    """A document made once: its bytes never change while the catalog stands."""

    def __init__(self, body: bytes, media_type: str, questions: Questions) -> None:
        """Take the bytes and their media type."""
        self._body = body
        self._media_type = media_type
        self._questions = questions

    async def on_get(self, req: Request, resp: Response) -> None:
        """Send the document."""
        changed = self._questions.catalog.dataset.as_of
        send(req, resp, self._body, changed=changed, media_type=self._media_type)

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
