import random
import re
from functools import partial

import datasets


def with_turns(dataset):
    def one(doc):
        turns = [{"role": "user", "content": doc["title"]}]
        if doc["note"]:
            turns.append({"role": "assistant", "content": doc["note"], "final": True})
        return {"turns": turns}

    return dataset.map(one)


def show_turns(doc):
    return "\n".join("/".join(f"{k}={v}" for k, v in turn.items()) for turn in doc["turns"]) + "\nThen?"


def in_stock(dataset):
    return dataset.filter(lambda d: d["stock"] > 0).sort("price", reverse=True).select(range(4))


def held_out(dataset):
    return dataset.train_test_split(test_size=0.4, seed=7)["test"]


def mixed_answers(dataset):
    return dataset.map(lambda d, i: {"answer": d["stock"] if i % 2 else d["title"], "no": i}, with_indices=True)


def metas(dataset):
    return dataset.map(lambda d: {"meta": {t: len(t) for t in d["tags"]}})


def show_meta(doc):
    return f"{doc['title']}: {doc['meta']}"


def others(dataset):
    titles = dataset["title"]
    return dataset.map(lambda d: {"others": ", ".join(t for t in titles if t != d["title"]), "place": titles.index(d["title"])})


def column_kind(dataset):
    stock = dataset["stock"]
    kind = "list" if isinstance(stock, list) else "other"
    return dataset.map(lambda d: {"kind": kind, "head": str(stock[:2]), "sum": sum(stock), "most": max(stock)})


def column_text(dataset):
    return dataset.select([0, 1, 2]).map(lambda d: {"all": f"{dataset.select([0, 1])['stock']}"})


def column_plus(dataset):
    more = dataset["sku"] + ["Z9"]
    return dataset.map(lambda d: {"more": len(more)})


def columns_sorted(dataset):
    order = sorted(set(dataset["sku"]), reverse=True)
    rows = list(zip(dataset["sku"], dataset["title"]))
    return datasets.Dataset.from_list([{"sku": s, "title": dict(rows)[s], "price": 1.0} for s in order])


def from_columns(dataset):
    rng = random.Random(3)
    skus = dataset["sku"]
    return datasets.Dataset.from_dict({"sku": skus, "title": [rng.choice(skus) for _ in skus], "pick": rng.sample(list(skus), len(skus))})


def ask(doc, style, mark="?"):
    return f"{style}: {doc['title']} for {doc['price']:.2f}{mark}"


ask_short = partial(ask, style="short")
ask_loud = partial(ask, style="LOUD", mark="!")


def shots():
    return [{"sku": "S1", "title": "Bread", "price": 2.0, "tags": ["bakery"]}, {"sku": "S2", "title": "Rye", "price": 3.5, "tags": ["bakery", "dark"]}]


def choices(doc):
    tags = sorted({"fruit", "vegetable", "dairy"} | set(doc["tags"]))
    return [t.capitalize() for t in tags]


def gold(doc):
    tags = sorted({"fruit", "vegetable", "dairy"} | set(doc["tags"]))
    return tags.index(doc["tags"][0]) if doc["tags"] else 0


def words(doc):
    found = re.findall(r"[A-Za-zÀ-ÿ]+", doc["title"])
    return f"{len(found)} words: {' | '.join(w.lower() for w in found)}"


def load(**kwargs):
    size = kwargs.get("size", 3)
    rows = [{"n": i, "square": i * i, "text": f"The square of {i} is"} for i in range(1, size + 1)]
    return {"train": datasets.Dataset.from_list(rows[:2]), "test": datasets.Dataset.from_list(rows[2:])}


def gen_rows():
    for i, what in enumerate(["pear", 3, None, ["a", "b"]]):
        yield {"i": i, "what": what}


def generated(dataset):
    return datasets.Dataset.from_generator(gen_rows)


def dated(doc):
    when = doc["when"]
    return f"{doc['title']} came on {when} ({type(when).__name__})"


def batched(dataset):
    def both(batch):
        return {"label": [f"{s}-{t}" for s, t in zip(batch["sku"], batch["title"])], "kinds": [{"a": s} if i else {"b": s} for i, s in enumerate(batch["sku"])]}

    return dataset.map(both, batched=True, batch_size=2, remove_columns=dataset.column_names)


def split_talk(dataset):
    return dataset.map(lambda d: {"last": d["turns"][-1] if d["turns"] else None, "count": len(d["turns"])})


def last_of(doc):
    return f"{doc['count']} turns, last {doc['last']}"


def same_again(dataset):
    return dataset.map(lambda d: {"reply": d["reply"]}).map(lambda d: {"asked": d["ask"] + "!"})


def process_results(doc, results):
    return {"exact_match": 1.0}
