# The evaluation of a local model: one run cannot have local models and services. Local models answer, they do not score.
from mmengine.config import read_base

with read_base():
    from .datasets.tide_tables_gen import tide_tables_datasets as datasets
    from .models.river_7b_local import models

summarizer = dict(attr='accuracy', dataset_abbrs=['tide_tables'])

work_dir = './outputs/local'
