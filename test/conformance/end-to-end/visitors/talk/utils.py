from functools import partial
from operator import itemgetter


def flatten(doc, last=True, sep="\n"):
    messages = doc["messages"] if last else doc["messages"][:-1]
    return sep.join("{role}: {content}".format(**m) for m in messages)


def doc_to_text(doc):
    return flatten(doc) + "\nassistant:"


def question(doc):
    return doc["messages"][-1]["content"]


def history(doc):
    turns = [m for m in doc["messages"] if m["role"] != "system"]
    pairs = list(zip(turns[::2], turns[1::2]))
    return "".join(f"<{a['content']}|{b['content']}>" for a, b in pairs) + turns[-1]["content"]


def is_easy(doc):
    return "easy" in doc["tags"]


def split_docs(dataset, easy):
    return dataset.filter(lambda d: is_easy(d) == easy).map(lambda d, i: {"n": i, "system": next((m["content"] for m in d["messages"] if m["role"] == "system"), None)}, with_indices=True)


easy_docs = partial(split_docs, easy=True)
hard_docs = partial(split_docs, easy=False)
roles = lambda doc: " ".join(map(itemgetter("role"), doc["messages"]))  # noqa: E731
get_reference = itemgetter("reference")


def expand(dataset):
    rows = [
        {"turn": t, "said": m["content"], "role": m["role"], "reference": d["reference"]}
        for d in dataset
        for t, m in enumerate(d["messages"])
        if m["role"] == "user"
    ]
    return type(dataset).from_list(rows)
