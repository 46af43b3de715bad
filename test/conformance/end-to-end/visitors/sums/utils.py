import re
from fractions import Fraction
from pathlib import Path
from typing import Dict, List, Optional

import datasets

HERE = Path(__file__).parent


def last_boxed_only_string(string: str) -> Optional[str]:
    idx = string.rfind("\\boxed")
    if "\\boxed " in string:
        return "\\boxed " + string.split("\\boxed ")[-1].split("$")[0]
    if idx < 0:
        idx = string.rfind("\\fbox")
        if idx < 0:
            return None
    i = idx
    right_brace_idx = None
    num_left_braces_open = 0
    while i < len(string):
        if string[i] == "{":
            num_left_braces_open += 1
        if string[i] == "}":
            num_left_braces_open -= 1
            if num_left_braces_open == 0:
                right_brace_idx = i
                break
        i += 1
    return None if right_brace_idx is None else string[idx : right_brace_idx + 1]


def remove_boxed(s: str) -> str:
    if "\\boxed " in s:
        left = "\\boxed "
        assert s[: len(left)] == left
        return s[len(left) :]
    left = "\\boxed{"
    assert s[: len(left)] == left
    assert s[-1] == "}"
    return s[len(left) : -1]


def process_docs(dataset: datasets.Dataset) -> datasets.Dataset:
    def _process_doc(doc: dict) -> dict:
        out_doc = {
            "problem": doc["problem"],
            "solution": doc["solution"],
            "answer": remove_boxed(last_boxed_only_string(doc["solution"])),
        }
        if getattr(doc, "few_shot", None) is not None:
            out_doc["few_shot"] = True
        return out_doc

    return dataset.map(_process_doc)


def safe_docs(dataset):
    def f(doc):
        try:
            answer = remove_boxed(last_boxed_only_string(doc["solution"]))
        except AssertionError:
            answer = "?"
        except Exception:
            answer = "none"
        try:
            level = int(re.search(r"\d+", doc["level"]).group())
        except AttributeError:
            level = 0
        finally:
            kind = doc["type"][0]
        return {"answer": answer, "level": level, "kind": kind}

    return dataset.map(f)


def list_fewshot_samples() -> list[dict]:
    return [
        {"problem": "What is $1+1$?", "solution": "It is $\\boxed{2}$. Final Answer: The final answer is $2$. I hope it is correct.", "few_shot": "1"},
        {"problem": "What is $2\\cdot 3$?", "solution": "Six: $\\boxed{6}$.", "few_shot": "1"},
    ]


def doc_to_text(doc: dict) -> str:
    return "Problem:" + "\n" + doc["problem"] + "\n\n" + "Solution:"


def gsm_docs(dataset):
    def number(s):
        m = re.search(r"#### (\-?[0-9\.\,]+)", s)
        return m.group(1).strip().replace(",", "") if m else "[invalid]"

    def f(doc):
        steps = re.sub(r"<<.*?>>", "", doc["answer"]).split("\n#### ")[0]
        value = Fraction(number(doc["answer"]))
        return {"steps": steps, "final": f"{value}", "third": str(value / 3), "pct": f"{float(value):,.1f}", "exp": f"{doc['half']:e}"}

    return dataset.map(f).train_test_split(test_size=0.5, seed=1)["test"]


def gsm_text(doc):
    return "Q: %(question)s (n=%(n)03d, half=%(half)g)\nA:" % doc


def gsm_target(doc):
    head, _, tail = doc["answer"].partition("####")
    return f"{head.strip()} The answer is {tail.strip()!s:>6}."


def hints(doc):
    return f"Hint {doc['n'] ** 2 // 3} {doc['n'] / 3:.3f} {-doc['n'] % 4} {round(doc['half'])} {divmod(doc['n'], 2)} {doc['half']} {1e16 + doc['n']} {doc['n'] * 0.1}"
