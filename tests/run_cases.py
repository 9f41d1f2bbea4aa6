"""Runs cases of the shared format through the public API and says which pass.

python tests/run_cases.py FILE [--form wording|exact] [--only ID] [--group A] [--min-confidence 0.9]
                          [--order] [--show] [--citations]

Each case becomes text of the query language (`case_dsl` with the table `case_words.toml`) and is
checked as a user's file would be. Without --form both forms must pass. Exit code 1 if any failed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if not __package__:  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "tests"

import rulekeep

from .case_dsl import EXPECT, FORMS, WORDS, Asked, CaseText, case_text
from .castle_dsl import castle_text

SILENT = frozenset({EXPECT["no_such_word"]})
CONFIDENCE: dict[str, float] = WORDS["confidence"]


@dataclass
class Result:
    """What came of one case in one form.

    Args:
        failures: Failures in words; none if it passed.
        rules: Names of the rules that the proofs of its answers cite.
    """

    failures: list[str] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file: a list, or a table with the list under `cases`."""
    import yaml

    content = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    cases = content.get("cases", []) if isinstance(content, dict) else content
    return [{**case, "id": str(case["id"])} for case in cases]


def write(case: dict[str, Any], form: str, *, order: bool = False) -> CaseText | None:
    """The text of a case, by the shape of the case; `None` if nothing in it can be checked."""
    if "scenario" in case:
        return castle_text(case)
    return case_text(case, form, order=order)


def run(text: CaseText) -> Result:
    """Checks the text of a case.

    A question about a word that no list has is asked apart, since the rest of the case is sound:
    nothing has such a type, so the answer is no.
    """
    lines = dict(enumerate(text.lines))
    result, asked = Result(), dict(text.asked)
    while True:
        source = "\n".join(lines.values()) + "\n"
        reports = rulekeep.check(source)
        where = _line_numbers(source, list(lines))
        errors = [e for r in reports for e in r.errors]
        wordless = {where(e.start) for e in errors if e.code in SILENT and where(e.start) in asked}
        if not wordless or any(r.expects_error for r in reports):
            break
        for number in wordless:
            question = asked.pop(number)
            del lines[number]
            if question.expected != "no":
                result.failures.append(
                    _failure(question, f"no type of that name ({errors[0].code})")
                )
    expects_error = any(r.expects_error for r in reports)
    if errors and not expects_error:
        result.failures += sorted({_error(e, where, asked) for e in errors})
        return result
    every = [a for r in reports for a in r.answers]
    answers = [a for a in every if a.expected is not None]
    result.rules = {rule for a in every for rule in a.rules} | {e.rule for e in errors if e.rule}
    for answer, number in zip(answers, sorted(asked), strict=False):
        if not answer.expected:
            result.failures.append(_failure(asked[number], answer.got or answer.verdict))
    if len(answers) != len(asked):
        result.failures.append(f"{len(answers)} answers to {len(asked)} questions")
    if text.noted and not any(r.notes for r in reports):
        result.failures.append("case/note: expected a note, got none")
    return result


def _line_numbers(source: str, numbers: list[int]) -> Any:
    def where(offset: int) -> int:
        return numbers[min(source.count("\n", 0, offset), len(numbers) - 1)]

    return where


def _failure(question: Asked, got: str) -> str:
    return f"{question.object}/{question.has}: expected {question.expected}, got {got}"


def _error(error: Any, where: Any, asked: dict[int, Asked]) -> str:
    said = f"error {error.code} `{error.params.get('input', '')}`"
    question = asked.get(where(error.start))
    return _failure(question, said) if question else f"case/line {where(error.start) + 1}: {said}"


def covers(rule: str, cited: str) -> bool:
    """Whether a citation is of a rule or of a sub-rule of it: 613.8 covers 613.8a, not 613.81."""
    return cited == rule or (cited.startswith(rule) and not cited[len(rule)].isdigit())


def cites(case: dict[str, Any], rules: Iterable[str]) -> bool | None:
    """Whether a proof cites one of the case's rules; `None` if the case names none."""
    wanted = [str(r) for key in ("rules", "deciding") for r in case.get(key) or ()]
    return any(covers(w, r) for w in wanted for r in rules) if wanted else None


def chosen(case: dict[str, Any], options: argparse.Namespace) -> bool:
    """Whether the options ask for a case."""
    confidence = case.get("confidence", 1.0)
    confidence = CONFIDENCE.get(str(confidence), confidence)
    return (
        (not options.only or case["id"] in options.only)
        and (not options.group or case.get("group") in options.group)
        and float(confidence) >= options.min_confidence
    )


def main(arguments: list[str] | None = None) -> int:
    """Runs the cases of a file; 0 if all passed, 1 if one failed, 2 for a file that cannot be read."""
    options = _options(arguments)
    try:
        cases = [c for c in read_cases(options.file) if chosen(c, options)]
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    forms = (options.form,) if options.form else FORMS
    passed, failed, cited, named, uncited = 0, 0, 0, 0, list[str]()
    for case in cases:
        failures, by_form, runs = list[str](), list[set[str]](), 0
        done: dict[str, Result] = {}
        for form in forms:
            try:
                text = write(case, form, order=options.order)
            except (KeyError, TypeError, ValueError) as error:
                failures.append(f"{form} case/format: {error!r}")
                continue
            if text is None:
                continue
            runs += 1
            if options.show and text.text not in done:
                print(text.text)
            result = done.setdefault(text.text, Result()) if text.text in done else run(text)
            done[text.text] = result
            failures += [f"{form} {f}" if len(forms) > 1 else f for f in result.failures]
            by_form.append(result.rules)
        if not runs and not failures:
            print(f"{case['id']} skipped: nothing to check by machine", file=sys.stderr)
            continue
        passed, failed = passed + (not failures), failed + bool(failures)
        print(f"{case['id']} FAIL {'; '.join(failures)}" if failures else f"{case['id']} pass")
        judged = [c for rules in by_form if (c := cites(case, rules)) is not None]
        if judged:
            named += 1
            cited += all(judged)
            if not all(judged):
                got = ", ".join(sorted(set().union(*by_form))) or "nothing"
                wanted = case.get("rules") or case.get("deciding") or ()
                uncited.append(f"{case['id']} names {', '.join(map(str, wanted))}; cited: {got}")
    if options.citations:
        print("\n".join(uncited + [f"{cited} of {named} cases cite one of their rules"]))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs cases of the shared format.")
    parser.add_argument("file", type=Path, help="YAML file of cases")
    parser.add_argument("--form", choices=FORMS, help="form of the effects (default: both)")
    parser.add_argument("--only", action="append", help="id of a case; may be repeated")
    parser.add_argument("--group", action="append", help="group of cases; may be repeated")
    parser.add_argument(
        "--min-confidence", type=float, default=0.0, help="leave out doubtful cases"
    )
    parser.add_argument("--order", action="store_true", help="expect the order of application too")
    parser.add_argument("--show", action="store_true", help="print the text of each case")
    parser.add_argument("--citations", action="store_true", help="count and list citations")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
