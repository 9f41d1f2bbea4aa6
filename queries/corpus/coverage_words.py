"""Words and style of the page that tells the coverage of a corpus."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #8884; }
table.numbers { width: auto; }
table.numbers td { text-align: right; }
tr.used td { background: #2a93; }
tr.single td { background: #2a91; }
tr.fires td { background: #c801; }
tr.idle td { background: #8882; }
.bar { display: flex; height: 1.6rem; border-radius: .3rem; overflow: hidden; }
.bar span { text-align: center; color: #fff; font-size: .8rem; min-width: 1.2rem; }
.bar .used { background: #17703a; } .bar .single { background: #4d8f63; }
.bar .fires { background: #94701c; } .bar .idle { background: #6b6b6b; }
article { border-top: 1px solid #8884; padding: .5rem 0; }
article:target, tbody:target td { outline: 2px solid #36c; }
h4 { margin: .8rem 0 .2rem; }
.small, code { font-size: .85rem; }
.stopped { border: 2px solid #b33; padding: .5rem; }
li.error::marker { color: #b33; } li.warning::marker { color: #b70; }
"""
WORDS = {
    "en": {
        "title": "Coverage of the rulings", "contents": "Contents", "rules": "Rules that can be worked out", "gaps": "Gaps", "rulings": "Rulings",
        "intro": "A ruling is an official or other answer to a question, written so that the rules can be applied to it by a program. This page shows which rules the rulings exercise, and what the rulings lack. A rule that no ruling exercises may be wrong without anybody noticing.",
        "about-rules": "Green: answers rest on the rule, in several rulings or in one. Brown: the rule applies somewhere, but no answer rests on it. Grey: it never applies. The last column says where the rule is written.",
        "stopped": "The run was stopped before its end: this page is not complete.", "unread": "Files that could not be read",
        "formalised": "of these, worked out by the rules", "used": "exercised by several rulings", "single": "exercised by one ruling", "fires": "applies, but no answer rests on it", "idle": "never applies",
        "rule": "Rule", "says": "What it says", "state": "State", "used-by": "Rulings", "stands": "Where", "until": "until {0}", "more": "and {0} more",
        "no-gaps": "None were found.", "see": "(the ruling)", "question": "Question:", "answer": "Answer:", "nothing": "not given in words",
        "source": "source", "dated": "date", "status": "status", "cites": "rules cited", "not-formalised": "not worked out by the rules",
        "status-official": "official", "status-official-undated": "official, of unknown date", "status-unofficial": "unofficial", "status-disputed": "disputed", "status-superseded": "superseded", "status-": "without a status",
    },
    "ja": {
        "title": "裁定の網羅", "contents": "目次", "rules": "判定に使えるルール", "gaps": "不足", "rulings": "裁定",
        "intro": "裁定とは、問いへの公式などの回答を、プログラムがルールを当てはめられる形で書いたものです。このページは、裁定がどのルールを使うか、裁定に何が足りないかを示します。どの裁定も使わないルールは、間違っていても誰も気づかないおそれがあります。",
        "about-rules": "緑: 複数または1つの裁定の答えがそのルールに基づきます。茶: 当てはまることはあっても、それに基づく答えはありません。灰: 当てはまることがありません。右端の欄はルールの書かれた場所です。",
        "stopped": "途中で中断したため、このページは完全ではありません。", "unread": "読めなかったファイル",
        "formalised": "うちルールで判定したもの", "used": "複数の裁定が使う", "single": "1つの裁定が使う", "fires": "当てはまるが答えは使わない", "idle": "当てはまらない",
        "rule": "ルール", "says": "内容", "state": "状況", "used-by": "裁定", "stands": "場所", "until": "{0}まで", "more": "ほか{0}件",
        "no-gaps": "見つかりませんでした。", "see": "（裁定）", "question": "問い:", "answer": "答え:", "nothing": "文章なし",
        "source": "出典", "dated": "日付", "status": "状態", "cites": "根拠", "not-formalised": "ルールでは判定していない",
        "status-official": "公式", "status-official-undated": "公式（日付不明）", "status-unofficial": "非公式", "status-disputed": "争いあり", "status-superseded": "失効", "status-": "状態なし",
    },
}  # fmt: skip
ABOUT = {
    "en": {
        "answers-differ": "Two rulings ask the same about the same situation, only with other names, and say different things. At least one of them has to give way.",
        "disagrees": "By the rules the answer is another one than the ruling says.",
        "duplicate": "The second ruling adds nothing: the situation, the question and the answer are those of the first one.",
        "follows-already": "The ruling gives a reason, but its answer comes out without that reason as well.",
        "no-date": "Without a date nobody can say which of two rulings is the later one.",
        "no-source": "Nobody can look the ruling up.",
        "not-formalised": "The question is outside what these rules can work out, or nobody has written it down yet.",
        "rule-idle": "No ruling has a situation in which the rule applies.",
        "rule-single": "If this one ruling is wrong, nothing else tests the rule.",
        "rule-unused": "The rule applies in some situation, but the answer would be the same without it.",
        "spelt-twice": "Two names are almost the same. One of them may be a slip.",
        "undated": "The answer is official, but it is not known when it was given.",
        "untyped": "The effect does not say what kind of thing it chooses, so the rules refuse it. Which kind is meant decides the answer.",
        "undecided": "The rules and the given situation leave the answer open.",
    },
    "ja": {
        "answers-differ": "名前だけが違う同じ状況について同じことを尋ね、異なる答えを出しています。少なくとも一方を改める必要があります。",
        "disagrees": "ルールによる答えが裁定と異なります。",
        "duplicate": "後の裁定は何も加えません。状況も問いも答えも先の裁定と同じです。",
        "follows-already": "裁定は理由を挙げていますが、その理由がなくても同じ答えが出ます。",
        "no-date": "日付がなければ、2つの裁定のどちらが新しいかわかりません。",
        "no-source": "裁定を確かめることができません。",
        "not-formalised": "これらのルールでは判定できない問いか、まだ書かれていないものです。",
        "rule-idle": "このルールが当てはまる状況の裁定がありません。",
        "rule-single": "この1つの裁定が誤っていれば、このルールを試すものがありません。",
        "rule-unused": "当てはまる状況はありますが、なくても答えは変わりません。",
        "spelt-twice": "2つの名前がほとんど同じです。一方は書き間違いかもしれません。",
        "undated": "公式の回答ですが、いつのものかわかりません。",
        "untyped": "効果が何を選ぶかの種類を示していないため、認められません。どの種類かによって答えが決まります。",
        "undecided": "ルールと与えられた状況だけでは答えが決まりません。",
    },
}  # fmt: skip
