from lm_eval.api.instance import Instance
from lm_eval.api.task import ConfigurableTask


class Stall(ConfigurableTask):
    VERSION = 1
    DATASET_PATH = "json"

    def __init__(self, config=None):
        super().__init__(config={"metadata": {"version": self.VERSION}, **(config or {})})

    def doc_to_text(self, doc, doc_to_text=None):
        return f"Sell {doc['title']} ({', '.join(doc['tags']) or 'plain'})"

    def doc_to_target(self, doc, doc_to_target=None):
        return " " + doc["sku"].lower()
