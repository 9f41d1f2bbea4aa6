"""An interactive prompt: statements are collected, questions are answered at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from .options import checked_date, inspect_options

HELP = {
    "en": """\
Type statements of the query language; `given` and `when` are kept, questions are answered at once.
  given "Bear": Creature — Bear
  when "Bear" becomes an artifact
  ask "Bear" is Creature
Commands: :show  type lines now   :list  what was said   :undo  take the last statement back
          :clear  start anew      :help  this text       :quit  leave (or Ctrl-D)
A line that ends with \\ goes on in the next one.""",
    "ja": """\
質問言語の文を入力してください。前提と適用は記憶され、質問にはすぐに答えます。
  前提 《熊》: クリーチャー ― 熊
  適用 《熊》はアーティファクトになる
  質問 《熊》はクリーチャーである
命令: :show  現在のタイプ行   :list  これまでの文   :undo  直前の文を取り消す
      :clear  最初から        :help  この説明      :quit  終了(Ctrl-Dでも可)
行末の \\ で次の行に続きます。""",
}
COMMANDS = (":show", ":list", ":undo", ":clear", ":help", ":quit")


class Conversation:
    """What was said so far, and what it answers."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.kept: list[str] = []

    def say(self, line: str) -> Iterator[str]:
        """Takes a statement or command and gives lines to print.

        Raises:
            EOFError: The conversation is to end.
        """
        line = line.strip()
        if not line:
            return
        if line.startswith(":"):
            yield from self._command(line)
            return
        from ..answers.output import report_text
        from ..syntax import Find, Question, WhyOrder

        reports = self._check([*self.kept, line])
        errors = [e for r in reports for e in r.errors]
        if errors:
            from ..answers.highlight import highlight

            yield highlight(errors, "\n".join([*self.kept, line]), "<repl>", self.options["lang"])
            return
        scenario = reports[-1].scenario if reports else None
        statements = scenario.statements if scenario else ()
        if statements and isinstance(statements[-1], Question | Find | WhyOrder):
            report = reports[-1]
            report.answers = report.answers[-1:]
            yield report_text(report, self.options["lang"])
        elif statements and type(statements[-1]).__name__ == "Show":
            yield from self._show(reports)
        else:
            self.kept.append(line)

    def _check(self, lines: Iterable[str]) -> list[Any]:
        from ..api import check

        return check("\n".join(lines), game=self.options["game"], as_of=self.options["date"])

    def _show(self, reports: list[Any]) -> Iterator[str]:
        from ..answers.output import show_text

        for report in reports:
            if report.case is not None:
                yield show_text(report, self.options["lang"])

    def _command(self, line: str) -> Iterator[str]:
        if line == ":quit":
            raise EOFError
        if line == ":show":
            yield from self._show(self._check(self.kept))
        elif line == ":list":
            yield from self.kept
        elif line == ":undo":
            del self.kept[-1:]
        elif line == ":clear":
            self.kept.clear()
        else:
            yield HELP[self.options["lang"]]


def _words(options: dict[str, Any]) -> list[str]:
    """Keywords and labels that the prompt completes."""
    from ..answers.scenario_knowledge import knowledge_for
    from ..language.keywords import keywords

    lexicon = knowledge_for(options["game"] or "mtg", options["date"]).lexicon
    labels = {label for t in lexicon.terms.values() for all_ in t.labels.values() for label in all_}
    forms = {form for all_ in keywords()["statements"].values() for form in all_}
    return sorted({*COMMANDS, *forms, *labels})


def _lines(options: dict[str, Any]) -> Iterator[str]:
    """Input lines: with history and completion at a terminal, plain otherwise."""
    if not sys.stdin.isatty():
        yield from (line.rstrip("\n") for line in sys.stdin)
        return
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from ...kb.caches import cache_folder

    folder = cache_folder()
    history: Any = InMemoryHistory()
    if folder is not None:
        try:
            os.makedirs(folder, exist_ok=True)
            history = FileHistory(os.path.join(folder, "history"))
        except OSError:
            pass
    completer = WordCompleter(_words(options), ignore_case=True, sentence=False)
    session: PromptSession[str] = PromptSession(
        history=history, completer=completer, complete_while_typing=False
    )
    while True:
        try:
            yield session.prompt("rulekeep> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


@click.command("repl")
@inspect_options
def repl_command(**options: Any) -> None:
    """Ask interactively: history, completion with Tab, `:help` for the commands.

    \b
    rulekeep repl --lang ja
    """
    options["date"] = checked_date(options)
    conversation = Conversation(options)
    if sys.stdin.isatty():
        click.echo(HELP[options["lang"]])
    pending = ""
    try:
        for line in _lines(options):
            if line.endswith("\\"):
                pending += line[:-1] + " "
                continue
            for text in conversation.say(pending + line):
                click.echo(text)
            pending = ""
    except EOFError:
        return
