import datasets
import json
import os
import random


def load(metadata=None, **kwargs):
    rows = [json.loads(line) for line in open("own/data/q.jsonl", encoding="utf-8")]
    return {"test": datasets.Dataset.from_list(rows), "train": datasets.Dataset.from_list(rows[::-1])}


def load_dict(**kwargs):
    with open(os.path.join(os.path.dirname(__file__), "data", "t.jsonl")) as f:
        rows = [json.loads(x) for x in f if x.strip()]
    limit = kwargs.get("limit", 3)
    return datasets.DatasetDict({"test": datasets.Dataset.from_list(rows[:limit])})


def stable(doc):
    rnd = random.Random(doc["q"])
    opts = list(doc["opts"])
    rnd.shuffle(opts)
    return f"{doc['q']} " + ", ".join(opts)


def stable_number(doc):
    rnd = random.Random(len(doc["q"]))
    return f"{rnd.random():.4f} {rnd.choice(doc['opts'])} {rnd.randint(1, 6)} {rnd.choices(doc['opts'], k=2)}"


def weights(doc):
    best = sorted(doc["weights"].items(), key=lambda kv: (-(kv[1] or 0), kv[0]))
    return " > ".join(f"{k}={v}" for k, v in best)


def checked(doc):
    assert doc["gold"] < 2, f"odd gold {doc['gold']}"
    return doc["q"]


def fails_late(doc):
    return doc["q"] + doc["hint"].upper()


def quiet(doc):
    try:
        return doc["q"] + doc["hint"].upper()
    except (AttributeError, TypeError) as e:
        return f"{doc['q']} ({type(e).__name__})"


def walrus(doc):
    if (n := doc["gold"]) and n > 1:
        return f"{doc['q']} {n=}"
    match doc["opts"]:
        case [first, *rest] if doc["gold"] == 0:
            return f"{doc['q']} {first!r} {rest}"
        case _:
            return doc["q"]


def gen_rows(dataset):
    def gen():
        for i, d in enumerate(dataset):
            for j, o in enumerate(d["opts"]):
                yield {"q": f"{d['q']} {o}?", "yes": j == d["gold"], "n": i * 10 + j}

    return datasets.Dataset.from_generator(gen)


def sorted_rows(dataset):
    rows = sorted(dataset, key=lambda d: (d["gold"], d["q"]), reverse=True)
    cols = {k: [r[k] for r in rows] for k in ("q", "opts", "gold")}
    return datasets.Dataset.from_dict(cols)


def concat(dataset):
    first = dataset.filter(lambda d: d["hint"] is not None)
    second = dataset.filter(lambda d: d["hint"] is None).map(lambda d: {"hint": "none"})
    return datasets.concatenate_datasets([first, second])


def none_left(dataset):
    return dataset.filter(lambda d: d["q"] == "no such question")
