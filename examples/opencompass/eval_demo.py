# The evaluation: joins the models and the datasets of the other files. Open it and run "Prompt Preflight: Preview Prompt".
from mmengine.config import read_base

with read_base():
    from .datasets.capitals_gen import capitals_datasets
    from .datasets.story_endings_ppl import story_endings_datasets
    from .datasets.word_problems_gen import word_problems_datasets
    from .models.harbor_chat_api import models as harbor_chat_models
    from .models.river_7b_chat import models as river_7b_chat_models

datasets = word_problems_datasets + story_endings_datasets + capitals_datasets
models = river_7b_chat_models + harbor_chat_models

# The API gives no log-probabilities: only the language model is asked for perplexities.
model_dataset_combinations = [
    dict(models=river_7b_chat_models, datasets=datasets),
    dict(models=harbor_chat_models, datasets=word_problems_datasets + capitals_datasets),
]

work_dir = './outputs/demo'
