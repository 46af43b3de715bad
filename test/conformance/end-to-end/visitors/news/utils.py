import json
import os
from itertools import islice, zip_longest

from lm_eval.utils import apply_template

NAMES = {0: "entailment", 1: "neutral", 2: "contradiction"}
QUESTIONS = ["True", "Neither", "False"]


class Templates:
    simple = "{premise} Question: {hypothesis} True, False or Neither?"

    @staticmethod
    def render(doc, name="simple"):
        return getattr(Templates, name).format(**doc)

    @classmethod
    def target(cls, doc):
        return NAMES.get(doc["label"], "unknown")


def labelled(dataset):
    return dataset.filter(lambda d: d["label"] in NAMES).rename_column("label", "gold")


def labelled_kept(dataset):
    keep = [i for i, l in enumerate(dataset["label"]) if l >= 0]
    return dataset.select(keep)


def text(doc):
    return Templates.render(doc)


def target(doc):
    return Templates.target(doc)


def jinja_text(doc):
    return apply_template("{{premise}} => {{hypothesis | lower}}?", doc)


def headlines(dataset):
    def add(doc):
        score = doc["score"]
        doc["stars"] = "*" * int(score) if score is not None else "-"
        doc["first"] = doc["body"].split("\n", 1)[0] if doc["body"] else ""
        return doc

    return dataset.map(add)


def pairs(dataset):
    rows = list(dataset)
    out = []
    for a, b in zip_longest(islice(rows, 0, None, 2), islice(rows, 1, None, 2), fillvalue=None):
        out.append({"left": a["headline"], "right": b["headline"] if b else "", "same": bool(b) and a["label"] == b["label"]})
    import datasets

    return datasets.Dataset.from_list(out)


def as_json(doc):
    return json.dumps({k: doc[k] for k in ("headline", "label", "score")}, ensure_ascii=False, indent=2)


def multi_target(doc):
    return [doc["label"], doc["label"].upper()]


def choices(doc):
    return [NAMES[i] for i in sorted(NAMES)]


def by_votes(dataset):
    def f(d):
        votes = d["annot"]["votes"]
        best = max(range(len(votes)), key=lambda i: (votes[i], -i))
        return {**d, "best": best, "who": d["annot"]["who"], "spread": sum(votes) / len(votes)}

    return dataset.map(f, remove_columns=["annot"])
