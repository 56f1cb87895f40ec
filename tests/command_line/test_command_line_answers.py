"""`modeladvisor find`, `compare`, `best`, `show` and `list`: the answers, and what a mistake is told."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from modeladvisor import Advisor, load
from modeladvisor.command_line import answering, main

FIND = ["find", "--task", "product-videos", "--input", "image", "--audio", "silent", "--budget", "medium"]
ANSWERS = [
    FIND,
    ["find"],
    ["find", "--output", "image", "--budget", "0.04/image", "--limit", "3"],
    ["compare", "veo-3.1", "kling-3.0"],
    ["compare", "veo-3.1", "kling-3.0", "--task", "ugc-ads", "--differences-only"],
    ["best", "ugc-ads"],
    ["show", "veo-3.1"],
    ["list"],
    ["best"],
    ["why-not", "veo-3.1", "--task", "product-videos", "--input", "image"],
    ["workflows"],
    ["tips", "veo-3.1"],
]
QUESTIONS = ("find", "why-not", "compare", "best", "show", "list", "workflows", "tips")
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def advisor() -> Advisor:
    """The bundled catalog."""
    return load()


def names(arguments: list[str]) -> str:
    """Return a call as people type it."""
    return " ".join(arguments)


@pytest.mark.parametrize("arguments", ANSWERS, ids=names)
def test_an_answer_is_text_for_people(arguments: list[str], capsys: Printed) -> None:
    """Every question answers with text that names models, exit code 0 and nothing on standard error."""
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert "kling-3.0" in printed.out or "veo-3.1" in printed.out or "gpt-image-2" in printed.out
    assert not printed.out.startswith("{")
    assert printed.err == ""


@pytest.mark.parametrize("arguments", ANSWERS, ids=names)
def test_json_is_the_whole_answer(arguments: list[str], capsys: Printed) -> None:
    """With `--json` the same question answers with one JSON document and nothing else."""
    assert main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert isinstance(json.loads(printed.out), dict if arguments != ["list"] else list)
    assert printed.err == ""


def test_find_says_what_the_library_says(advisor: Advisor, capsys: Printed) -> None:
    """The command answers with the wire form of the library's own answer."""
    assert main([*FIND, "--json"]) == 0
    wanted = advisor.find(task="product-videos", input="image", audio="silent", budget="medium")
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(advisor.as_dict(wanted)))


def test_compare_best_and_show_say_what_the_library_says(advisor: Advisor, capsys: Printed) -> None:
    """The other questions too are those of the library."""
    wanted = (
        (["compare", "veo-3.1", "sora-2"], advisor.compare("veo-3.1", "sora-2")),
        (["best", "ugc-ads"], advisor.best("ugc-ads")),
        (["show", "veo-3.1"], advisor.model("veo-3.1")),
    )
    for arguments, answer in wanted:
        assert main([*arguments, "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(advisor.as_dict(answer)))


def test_list_has_every_model_once(advisor: Advisor, capsys: Printed) -> None:
    """The list is as long as the catalog, and sorted by slug."""
    assert main(["list", "--json"]) == 0
    assert [one["slug"] for one in json.loads(capsys.readouterr().out)] == list(advisor.catalog.models)


def test_a_loose_name_says_as_what_it_was_found(capsys: Printed) -> None:
    """`show` takes aliases and former names, and says which one matched."""
    assert main(["show", "google veo"]) == 0
    assert "Found as google veo." in capsys.readouterr().out
    assert main(["show", "google veo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matched_as"] == "google veo"


def test_an_empty_answer_has_a_code_of_its_own(capsys: Printed) -> None:
    """Scripts tell an answer in which nothing fits by exit code 3; it says what to give up all the same."""
    question = ["find", "--output", "video", "--budget", "0.000001/s"]
    assert main(question) == 3
    printed = capsys.readouterr()
    assert "Drop budget: " in printed.out
    assert printed.err == ""
    assert main([*question, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["fits"] == []


def test_the_other_questions_say_what_the_library_says(advisor: Advisor, capsys: Printed) -> None:
    """`why-not` is the answer of `find --why-not`; `workflows`, `tips` and the use cases are those of the library."""
    asked = ["--task", "product-videos", "--input", "image"]
    assert main(["why-not", "veo-3.1", *asked, "--json"]) == 0
    story = capsys.readouterr().out
    assert main(["find", *asked, "--why-not", "veo-3.1", "--json"]) == 0
    assert capsys.readouterr().out == story
    assert main(["workflows", "--task", "ugc-ads", "--json"]) == 0
    recipes = advisor.as_dict(advisor.workflows("ugc-ads"))
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(recipes))
    assert main(["tips", "veo-3.1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["tip"] for one in told["prompt_tips"]] == [
        one.tip for one in advisor.model("veo-3.1").prompt_tips
    ]
    assert main(["best", "--json"]) == 0
    assert [one["slug"] for one in json.loads(capsys.readouterr().out)["usecases"]] == list(
        advisor.catalog.use_cases
    )


MISTAKES = [
    (["show", "veo-3.2"], "modeladvisor: no model is called 'veo-3.2'; the nearest: veo-3.1"),
    (["best", "ugc-adds"], "modeladvisor: no use case is called 'ugc-adds'; the nearest: ugc-ads"),
    (["compare", "veo-3.1", "zzzzzz"], "modeladvisor: no model is called 'zzzzzz'"),
    (
        ["compare", "veo-3.1", "kling-3.0", "--task", "ugc"],
        "modeladvisor: task: expected one of ai-",
    ),
    (
        ["compare", "veo-3.1", "zzzzzz", "--job", "x:1"],
        "modeladvisor: job: expected pairs such as duration_seconds:8",
    ),
    (["find", "--output", "sound"], "modeladvisor: output: expected one of image, video, got 'sound'"),
    (
        ["find", "--output", "vidio", "--limit", "no"],
        "modeladvisor: output: expected one of image, video, got 'vidio'; did you mean 'video'?; "
        "limit: expected a whole number from 1 to 50, got 'no'",
    ),
]


@pytest.mark.parametrize("json_too", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=[names(one) for one, _ in MISTAKES])
def test_a_mistake_is_one_line_with_the_way_out(
    arguments: list[str], message: str, json_too: list[str], capsys: Printed
) -> None:
    """A question that cannot be answered gives exit code 2 and one line: what was expected, and the nearest."""
    assert main([*arguments, *json_too]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


NO_CALLS = [
    ("", "the following arguments are required: command", ""),
    ("--vresion", "the command has no option '--vresion'; did you mean '--version'?", ""),
    ("finds", "'finds'; did you mean 'find'?", ""),
    ("compare", "the following arguments are required: models", "compare"),
    ("find --colour red", "find has no option '--colour'", "find"),
    ("find --tsak ugc-ads", "find has no option '--tsak'; did you mean '--task'?", "find"),
    ("find --outptu=video", "find has no option '--outptu'; did you mean '--output'?", "find"),
    ("find --out video", "find has no option '--out'; did you mean '--output'?", "find"),
    ("show --jsn", "show has no option '--jsn'; did you mean '--json'?", "show"),
    ("list all", "expected nothing more, got 'all'", "list"),
    ("find --task", "argument --task: expected one argument", "find"),
    ("catalog", "the following arguments are required: tool", "catalog"),
    ("catalog chek", "'chek'; did you mean 'check'?", "catalog"),
    ("catalog export x --format cvs", "got 'cvs'; did you mean 'csv'?", "catalog export"),
    ("completion bahs", "got 'bahs'; did you mean 'bash'?", "completion"),
]


@pytest.mark.parametrize(
    ("call", "message", "command"), NO_CALLS, ids=[one[0] or "nothing" for one in NO_CALLS]
)
def test_a_call_that_is_no_command_ends_with_2(
    call: str, message: str, command: str, capsys: Printed
) -> None:
    """What is no command is one line with the nearest command, option or value, and exit code 2."""
    with pytest.raises(SystemExit) as left:
        main(call.split())
    assert left.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("modeladvisor: ")
    help_of = " ".join(["modeladvisor", *command.split(), "--help"])
    assert printed.err.endswith(f"{message} (see: {help_of})\n")
    assert printed.err.count("\n") == 1


def test_compare_wants_two_models(capsys: Printed) -> None:
    """One model is nothing to compare."""
    assert main(["compare", "veo-3.1"]) == 2
    assert capsys.readouterr().err == (
        "modeladvisor: models: expected 2 to 8 different model slugs, separated by commas, got 'veo-3.1'\n"
    )


def test_compare_takes_blanks_or_commas(capsys: Printed) -> None:
    """Models may be separated as the other skins separate them, or as a shell does."""
    answers = set()
    for words in (["veo-3.1", "kling-3.0"], ["veo-3.1,kling-3.0"], ["veo-3.1,", "kling-3.0"]):
        assert main(["compare", *words]) == 0
        answers.add(capsys.readouterr().out)
    assert len(answers) == 1


def test_help_names_every_parameter(capsys: Printed) -> None:
    """`find --help` lists the parameters of the finder, and every command is in the first help."""
    with pytest.raises(SystemExit) as left:
        main(["find", "--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for name in (
        "task",
        "output",
        "input",
        "budget",
        "style",
        "platform",
        "audio",
        "duration",
        "limit",
        "weights",
    ):
        assert f"--{name}" in shown
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    for name in (*QUESTIONS, "serve", "catalog", "completion"):
        assert f"    {name} " in shown
    for code in range(4):
        assert f"\n  {code}  " in shown


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run this interpreter."""
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_the_package_can_be_run(advisor: Advisor) -> None:
    """`python -m modeladvisor` is the command: answers, mistakes and exit codes."""
    fine = python("-W", "error", "-m", "modeladvisor", "list", "--json")
    assert (fine.returncode, fine.stderr) == (0, "")
    assert len(json.loads(fine.stdout)) == len(advisor.catalog.models)
    wrong = python("-m", "modeladvisor", "show", "veo-3.2")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("modeladvisor: no model is called 'veo-3.2'; the nearest: veo-3.1")
    assert wrong.stderr.count("\n") == 1


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    """When the reader of a pipe leaves early, as `head` does, there is no traceback."""
    code = (
        "import os, sys\n"
        "read, write = os.pipe(); os.close(read); os.dup2(write, 1)\n"
        "from modeladvisor.command_line import main\n"
        "sys.exit(main(['list', '--json']))\n"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


SERVER = (
    "falcon",
    "gunicorn",
    "uvicorn",
    "uvicorn_worker",
    "jsonrpcserver",
    "msgspec",
    "limits",
    "modeladvisor_server",
)


@pytest.mark.parametrize(
    "code",
    [
        "import modeladvisor",
        "import modeladvisor; a = modeladvisor.load(); a.as_dict(a.find(task='ugc-ads'))",
        "from modeladvisor.command_line import main; main(['list'])",
        "from modeladvisor.command_line import main; main(['catalog', 'check'])",
    ],
    ids=["import", "find", "list", "check"],
)
def test_nothing_of_the_server_is_imported(code: str) -> None:
    """The library and its commands import neither the server nor what it needs."""
    report = f"\nimport sys\nprint('seen:', sorted({set(SERVER)!r} & set(sys.modules)))"
    done = python("-c", code + report)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "seen: []"


def test_the_report_would_see_the_server() -> None:
    """The test above can fail: the server's own module brings the packages that it looks for."""
    done = python(
        "-c", "import modeladvisor_server.app, sys; print(sorted(set(sys.modules) & {'falcon', 'msgspec'}))"
    )
    assert done.stdout == "['falcon', 'msgspec']\n"


def test_who_stops_it_gets_no_traceback(capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command with the exit code that shells give, and nothing is printed."""

    def stopped(*_: object, **__: object) -> Advisor:
        raise KeyboardInterrupt

    monkeypatch.setattr(answering, "load", stopped)
    assert main(["list"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_list_shows_what_is_wanted(advisor: Advisor, capsys: Printed) -> None:
    """Output, vendor, status and words narrow the list together; where nothing is left the exit code is 3."""
    assert main(["list", "--output", "video", "--vendor", "google", "--status", "active", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    google = [
        one for one in advisor.catalog.models.values() if one.vendor == "google" and "video" in one.makes
    ]
    assert {one["slug"] for one in rows} < {one.slug for one in google}
    assert {one["status"] for one in rows} == {"active"}
    assert main(["list", "--query", "VEO fast", "--json"]) == 0
    assert "veo-3.1-fast" in {one["slug"] for one in json.loads(capsys.readouterr().out)}
    assert main(["list", "--query", "no such words anywhere"]) == 3
    assert capsys.readouterr().out.endswith("0 models.\n")


def test_a_vendor_that_is_not_there_is_told_with_the_nearest(capsys: Printed) -> None:
    """A misspelt vendor is a mistake of one line, as every other word is."""
    assert main(["list", "--vendor", "gogle"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.endswith("got 'gogle'; did you mean 'google'?\n")
    with pytest.raises(SystemExit):
        main(["list", "--status", "activ"])
    assert "argument --status: expected one of active, preview" in capsys.readouterr().err
