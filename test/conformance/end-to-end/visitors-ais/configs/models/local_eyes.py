from ais_bench.benchmark.models import HuggingFaceQwen2VLwithChatTemplate, VLLMOfflineVLModel

models = [
    dict(abbr='qwen_vl', attr='local', type=HuggingFaceQwen2VLwithChatTemplate, path='weights', max_seq_len=4096, max_out_len=16, batch_size=1, run_cfg=dict(num_gpus=0)),
    dict(abbr='vllm_vl', attr='local', type=VLLMOfflineVLModel, path='weights', max_out_len=16, batch_size=1, run_cfg=dict(num_gpus=0)),
]
