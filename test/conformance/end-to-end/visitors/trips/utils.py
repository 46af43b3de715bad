import functools
import json
import random
import re
import string
from collections import Counter, OrderedDict, defaultdict
from itertools import chain, zip_longest
from textwrap import dedent, fill

import datasets
import numpy as np

INSTRUCTION = dedent(
    """
    You are a clerk.
        Answer in one line.
    """
).strip()
NUMERALS = dict(enumerate(["zero", "one", "two", "three"]))
_rng = random.Random(99)


def _fmt_price(value: float) -> str:
    return f"{value:,.2f} €".replace(".", ",")


def ask(doc: dict) -> str:
    via = " → ".join(chain([doc["from"]], doc["stops"], [doc["to"]]))
    lines = [f"{i:>2}. {s!r:<12}|" for i, s in enumerate(doc["stops"], 1)]
    return "\n".join([INSTRUCTION, "", f"Route: {via}", *lines, f"Price ({doc['class']}): {_fmt_price(doc['price'])}", "Answer:"])


def tell(doc):
    return {0: "cheap", 1: "fair"}.get(doc["label"], "dear")


def options(doc):
    return [f" {letter}) {text}" for letter, text in zip(string.ascii_uppercase, doc["choices"]["text"])]


def gold(doc):
    return min(doc["label"], len(doc["choices"]["text"]) - 1)


def gold_str(doc):
    return str(doc["choices"]["label"][gold(doc)])


def prepare(dataset: datasets.Dataset) -> datasets.Dataset:
    def _one(doc):
        note = (doc["note"] or "").strip()
        return {
            "query": re.sub(r"\s{2,}", " ", f"{doc['from']} - {doc['to']} [{note}]"),
            "initials": "".join(sorted({w[0].lower() for w in [doc["from"], doc["to"], *doc["stops"]]})),
            "numeral": NUMERALS[len(doc["stops"])],
            "ratio": round(doc["price"] / max(1, len(doc["stops"])), 3),
        }

    return dataset.map(_one, remove_columns=["note", "class"]).filter(lambda d: d["price"] < 100)


def sort_by_price(dataset):
    return dataset.sort("price", reverse=True)


def shuffle_choices(dataset):
    rng = random.Random(1234)

    def _shuffle(doc):
        texts = list(doc["choices"]["text"])
        right = texts[gold(doc)]
        rng.shuffle(texts)
        return {"texts": texts, "right": texts.index(right)}

    return datasets.Dataset.from_list([{**doc, **_shuffle(doc)} for doc in dataset])


def expand(dataset):
    rows = defaultdict(list)
    for doc in dataset:
        for i, stop in enumerate(doc["stops"]):
            rows["stop"].append(stop)
            rows["line"].append(f"{doc['from']}-{doc['to']}")
            rows["position"].append(i)
    return datasets.Dataset.from_dict(rows)


def batched(dataset):
    def _many(batch):
        return {"joined": [f"{a}/{b}" for a, b in zip(batch["from"], batch["to"])], "rank": list(np.argsort(batch["price"]))}

    return dataset.map(_many, batched=True)


def numbers(dataset):
    prices = np.array(dataset["price"])
    mean, std = prices.mean(), prices.std()

    def _z(doc):
        return {"z": float((doc["price"] - mean) / std), "above": bool(doc["price"] > mean)}

    return dataset.map(_z)


@functools.lru_cache(maxsize=None)
def _shots_of(kind):
    return json.dumps([{"q": f"{kind} {n}", "a": str(n * n)} for n in range(1, 5)])


def squares():
    return json.loads(_shots_of("square of"))


def list_fewshot_samples() -> list[dict]:
    return [
        {"from": "Rome", "to": "Pisa", "stops": ["Siena"], "price": 33.3, "class": "2", "label": 1, "note": "", "choices": {"text": ["a", "b"], "label": ["A", "B"]}},
        {"from": "Bonn", "to": "Ulm", "stops": [], "price": 1234.5, "class": "1", "label": 0, "note": "", "choices": {"text": ["c"], "label": ["A"]}},
    ]


def cloze_choices(doc):
    return [f"From {doc['from']} {option} to" for option in doc["choices"]["text"]]


def cloze_text(doc):
    return gold(doc)


def cloze_target(doc):
    return f"{doc['to']}."


def words(doc):
    common = Counter(" ".join([doc["from"], doc["to"], *doc["stops"]]).lower().replace(" ", "")).most_common(3)
    return ", ".join(f"{c}={n}" for c, n in common)


def wrapped(doc):
    return fill(f"The trip from {doc['from']} to {doc['to']} stops at {', '.join(doc['stops']) or 'no place'}.", width=28)


def table(doc):
    cells = OrderedDict(zip_longest(["a", "b", "c"], doc["stops"], fillvalue="-"))
    return "\n".join(f"{k}\t{v}" for k, v in cells.items())


def drawn(doc):
    local = random.Random(doc["id"])
    return f"{local.choice(doc['choices']['text'])} {local.randint(0, 99)} {local.random():.4f}"


def fails_on_none(doc):
    return doc["note"].strip()


def fails_later(doc):
    return doc["choices"]["text"][2]


def process_results(doc, results):
    return {"acc": 0.0}


class Speaker:
    greeting = "Hello"

    def __init__(self, suffix):
        self.suffix = suffix

    def __call__(self, doc):
        return f"{self.greeting}, {doc['from']}{self.suffix}"


speak = Speaker("!")


def listed(dataset):
    return [dict(doc, rank=i) for i, doc in enumerate(dataset)]
