def doc_to_text(doc):
    answer_to_num = {"1": 0, "2": 1}
    return answer_to_num[doc["answer"]]


def doc_to_target(doc):
    idx = doc["sentence"].index("_") + 1
    return doc["sentence"][idx:].strip()


def doc_to_choice(doc):
    idx = doc["sentence"].index("_")
    options = [doc["option1"], doc["option2"]]
    return [doc["sentence"][:idx] + opt for opt in options]


def partial_docs(dataset):
    def f(d):
        pre, post = (x.strip() for x in d["sentence"].split("_"))
        return dict(pre=pre, post=post, gold=int(d["answer"]) - 1, options=[d["option1"], d["option2"]])

    return dataset.map(f, remove_columns=list(dataset.features))


def detok(doc):
    import re

    s = doc["page"]
    for a, b in ((" @-@ ", "-"), (" @.@ ", "."), (" ,", ","), (' " ', ' "')):
        s = s.replace(a, b)
    s = re.sub(r"\s*=\s*=\s*([^=]*)\s*=\s*=", r"== \1 ==", s)
    return re.sub(r'"\s*([^"]*?)\s*"', r'"\1"', s).strip()


def results(doc, results):
    (ll,) = results
    return {"word_perplexity": (ll, len(doc["page"].split()))}
