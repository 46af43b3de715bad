# The evaluation of a service. AISBench needs models, datasets and a summarizer with its attr.
from mmengine.config import read_base

with read_base():
    from .datasets.knots_ppl import knots_datasets
    from .datasets.tide_tables_gen import tide_tables_datasets
    from .models.harbor_chat_service import models

datasets = tide_tables_datasets + knots_datasets

summarizer = dict(attr='accuracy', dataset_abbrs=['tide_tables', 'knots'])

work_dir = './outputs/service'
