from mmengine.config import read_base

with read_base():
    from .datasets.talks import talk_datasets
    from .models.many import models

datasets = sum([v for k, v in locals().items() if k.endswith('_datasets')], [])
work_dir = 'outputs/talks'
