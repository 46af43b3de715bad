import json

import yaml


def with_library(doc):
    yaml.safe_load(doc["q"])
    return json.dumps(doc["opts"])
