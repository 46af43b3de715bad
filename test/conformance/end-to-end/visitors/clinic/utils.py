"""Helpers for the clinic tasks."""
import html
import random
import re
import string
from collections import Counter, OrderedDict, defaultdict
from functools import lru_cache, partial
from typing import Any, Dict, List, Optional

import datasets

LETTERS = string.ascii_uppercase
PROMPT = """The following is a multiple choice question about {subject}.

Question: {question}
{choices}
Answer:"""

_CITATION = re.compile(r"\s*\[(?:ref|cite)\s*(?P<n>\d+)\]")
_FIG = re.compile(r"\s*\(see\s+fig\.?\s*\d+\)", flags=re.IGNORECASE)


def clean(text: Optional[str]) -> str:
    if text is None:
        return ""
    text = _CITATION.sub(lambda m: f" ({int(m.group('n')) + 1})", text)
    text = _FIG.sub("", text)
    text = html.unescape(re.sub(r"<[^>]+>", "", text))
    return " ".join(text.split())


def process_docs(dataset: datasets.Dataset) -> datasets.Dataset:
    def _process(doc: Dict[str, Any]) -> Dict[str, Any]:
        options = [doc[f"op{c}"] for c in "abcd"]
        return {
            "query": PROMPT.format(
                subject=doc["subject"].lower(),
                question=clean(doc["question"]),
                choices="\n".join(f"{LETTERS[i]}. {o}" for i, o in enumerate(options)),
            ),
            "choices": options,
            "gold": doc["cop"] - 1,
        }

    return dataset.map(_process, remove_columns=["opa", "opb", "opc", "opd", "cop"])


def process_shuffled(dataset):
    rng = random.Random(42)

    def _process(doc, idx):
        order = list(range(4))
        rng.shuffle(order)
        options = [doc["op" + "abcd"[o]] for o in order]
        doc["choices"] = options
        doc["gold"] = order.index(doc["cop"] - 1)
        doc["number"] = idx + 1
        return doc

    return dataset.map(_process, with_indices=True)


def process_seeded(dataset):
    random.seed(7)
    rows = []
    for doc in dataset:
        wrong = [doc[k] for k in ("opa", "opb", "opc", "opd") if k != "op" + "abcd"[doc["cop"] - 1]]
        pick = random.sample(wrong, k=2)
        pick.insert(random.randint(0, 2), doc["op" + "abcd"[doc["cop"] - 1]])
        rows.append({"q": clean(doc["question"]), "choices": pick, "right": doc["op" + "abcd"[doc["cop"] - 1]]})
    return datasets.Dataset.from_list(rows)


def only_subject(dataset, subject):
    return dataset.filter(lambda d: d["subject"] == subject)


only_cardio = partial(only_subject, subject="Cardio")
only_renal = partial(only_subject, subject="Renal")


def doc_to_text(doc) -> str:
    lines = [f"Patient age: {doc['age']:>3d} | dose {doc['dose']:.2f}g", clean(doc["question"])]
    lines += ["{}) {}".format(l.lower(), doc[k].capitalize()) for l, k in zip(LETTERS, sorted(k for k in doc if k.startswith("op")))]
    return "\n".join(lines) + "\nanswer:"


def doc_to_target(doc) -> str:
    letter = LETTERS[doc["cop"] - 1]
    why = clean(doc.get("exp")) or "No explanation."
    return f"{letter.lower()}. {why}"


def doc_to_choice(doc):
    return [doc[f"op{c}"].title() for c in "abcd"]


def doc_to_gold(doc):
    return doc["cop"] - 1


def usmle_text(doc):
    options = doc["options"]
    body = "".join(f"{k}. {v}\n" for k, v in options.items())
    return f"Question: {doc['stem']}\n{body}Answer:"


def usmle_target(doc):
    return list(doc["options"]).index(doc["answer_idx"])


def usmle_docs(dataset):
    def f(batch):
        out = defaultdict(list)
        for stem, opts, idx in zip(batch["stem"], batch["options"], batch["answer_idx"]):
            kept = OrderedDict((k, v) for k, v in opts.items() if v is not None)
            out["stem"].append(stem)
            out["choices"].append(list(kept.values()))
            out["labels"].append(" ".join(kept))
            out["gold"].append(list(kept).index(idx))
        return dict(out)

    return dataset.map(f, batched=True, batch_size=3, remove_columns=dataset.column_names)


def with_counts(dataset):
    counts = Counter(dataset["subject"])
    common = [name for name, _ in counts.most_common()]
    dataset = dataset.sort(["subject", "age"], reverse=[False, True])
    return dataset.map(lambda d: {"rank": common.index(d["subject"]), "of": sum(counts.values()), "subject": d["subject"].upper()})


def note_docs(dataset):
    pattern = re.compile(r"(?P<sys>\d{2,3})/(?P<dia>\d{2,3})")

    def f(doc):
        m = pattern.search(doc["note"])
        pressure = {k: int(v) for k, v in m.groupdict().items()} if m else {}
        doc["pressure"] = f"{pressure.get('sys', '?')} over {pressure.get('dia', '?')}"
        doc["drugs"] = ", ".join(e["text"] for e in doc["entities"] if e["type"] == "DRUG") or "none"
        doc["lines"] = [l.strip() for l in doc["note"].splitlines() if l.strip()]
        return doc

    return dataset.map(f).filter(lambda d: d["drugs"] != "none").shuffle(seed=3).select(range(4))


@lru_cache(maxsize=None)
def _header(kind: str) -> str:
    return {"bullet": "- ", "number": "{}. "}[kind]


def listed_text(doc, kind="bullet"):
    head = _header(kind)
    return "\n".join((head.format(i) if "{" in head else head) + line for i, line in enumerate(doc["lines"], start=1)) + "\nPressure:"


numbered_text = partial(listed_text, kind="number")
