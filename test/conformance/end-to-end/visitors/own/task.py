import random
from collections import namedtuple

from lm_eval.api.instance import Instance
from lm_eval.api.samplers import ContextSampler
from lm_eval.api.task import ConfigurableTask

Row = namedtuple("Row", "text gold")


class Weighted(ConfigurableTask):
    VERSION = 3
    DATASET_PATH = "json"
    DATASET_NAME = None
    OUTPUT_TYPE = "multiple_choice"

    def __init__(self, config=None):
        super().__init__(
            config={
                "metadata": {"version": self.VERSION},
                "dataset_kwargs": {"data_files": {"train": "own/data/t.jsonl", "test": "own/data/q.jsonl"}},
                "training_split": "train",
                "test_split": "test",
                "output_type": "multiple_choice",
                "doc_to_text": "{{q}}",
                "doc_to_target": "{{gold}}",
                "doc_to_choice": "{{opts}}",
                "num_fewshot": 1,
            }
        )

    def doc_to_text(self, doc, doc_to_text=None):
        row = Row(doc["q"], doc["gold"])
        hint = f" (hint: {doc['hint']})" if doc["hint"] else ""
        return f"{row.text}{hint}"

    def process_docs(self, dataset):
        return dataset


class FromConfig(ConfigurableTask):
    PREFIX = ">> "

    def __init__(self, config=None, **kwargs):
        config = {k: v for k, v in (config or {}).items() if k != "class"}
        super().__init__(config=config, **kwargs)

    def doc_to_text(self, doc, doc_to_text=None):
        return self.PREFIX + super().doc_to_text(doc, doc_to_text)

    def doc_to_choice(self, doc, doc_to_choice=None):
        return [o.upper() for o in doc["opts"]]


class FirstOnly(ContextSampler):
    def sample(self, n, eval_doc=None, df=None, **kwargs):
        return list(self.df)[:n]
