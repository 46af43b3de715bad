import ast
import re
import textwrap
from dataclasses import dataclass, field
from typing import List

STOP = ["\nclass", "\ndef", "\n#", "\nif", "\nprint"]


@dataclass
class Problem:
    prompt: str
    tests: List[str] = field(default_factory=list)

    @property
    def signature(self) -> str:
        return self.prompt.strip().split("\n")[0].rstrip(":")

    def __str__(self):
        return f"{self.signature} with {len(self.tests)} tests"


def doc_to_text(doc):
    problem = Problem(doc["prompt"], doc["test_list"])
    tests = "\n".join(problem.tests[:1])
    return textwrap.dedent(
        """\
        Complete the function.
        {problem}
        Your code should pass:
        {tests}
        """
    ).format(problem=problem, tests=tests)


def list_fewshot_samples():
    return [
        {"task_id": "S/1", "prompt": "def one():\n", "canonical_solution": "    return 1\n", "test_list": ["assert one() == 1"], "lang": "py", "is_fewshot": True, "entry_point": "one", "test": ""},
        {"task_id": "S/2", "prompt": "def two():\n", "canonical_solution": "    return 2\n", "test_list": ["assert two() == 2"], "lang": "py", "is_fewshot": True, "entry_point": "two", "test": ""},
        {"task_id": "S/3", "prompt": "def three():\n", "canonical_solution": "    return 3\n", "test_list": [], "lang": "js", "is_fewshot": True, "entry_point": "three", "test": ""},
    ]


def names(doc):
    tree = ast.parse(doc["prompt"] + doc["canonical_solution"])
    function = tree.body[0]
    return f"{function.name}({', '.join(a.arg for a in function.args.args)})"


def python_only(dataset):
    return dataset.filter(lambda x: x["lang"] == "py").map(
        lambda x: {"doctest": re.findall(r">>> (.*)\n\s*(.*)\n", x["prompt"]), "short": re.sub(r'""".*?"""', '"""..."""', x["prompt"], flags=re.S)}
    )


def target(doc):
    return f"```python\n{doc['canonical_solution'].strip()}\n```"


def expected(doc):
    return doc["test"] + f"\ncheck({doc['entry_point']})"
