"""Asks an installed lm-evaluation-harness for the requests that it makes of one row of a task, for `prompt-preflight verify`.

Reads a request as JSON from standard input and writes {"version", "requests"} or {"version", "error"} as one line of JSON to standard output. The rows
come with the request; nothing is downloaded, and no model is loaded.
"""

import importlib.util
import json
import os
import sys
import threading
import types


def main():
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_the_caller, daemon=True).start()
    out = sys.stdout
    sys.stdout = sys.stderr  # what libraries print is no part of the answer
    for path in request.get("paths", []):
        sys.path.insert(0, path)
    # Metrics are no part of a prompt, and some are looked up in the network.
    evaluate = types.ModuleType("evaluate")
    evaluate.load = lambda *args, **kwargs: None
    evaluate.__spec__ = importlib.util.spec_from_loader("evaluate", None)
    sys.modules["evaluate"] = evaluate
    answer = {"version": version()}
    try:
        answer["requests"] = requests_of(request)
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    out.write(json.dumps(answer, ensure_ascii=True, default=repr) + "\n")


def end_with_the_caller():
    """The caller keeps standard input open for as long as it is there and wants an answer."""
    sys.stdin.read()
    os._exit(3)


def version():
    try:
        from importlib.metadata import version as installed

        return installed("lm_eval")
    except Exception:
        return "unknown"


def load(path):
    """The config of a task file, with its includes and functions, as the installed release loads it."""
    try:
        from lm_eval.tasks._yaml_loader import load_yaml

        return load_yaml(path, resolve_func=True)
    except ImportError:
        from lm_eval import utils

        return utils.load_yaml_config(yaml_path=path, mode="full")


def requests_of(request):
    import datasets

    try:
        from lm_eval.api.task import ConfigurableTask
    except ImportError:
        ConfigurableTask = None
    config = load(request["path"])
    config.update(request.get("overrides", {}))
    for key in ("group", "task_list", "process_docs", "custom_dataset", "process_results", "filter_list", "metric_list"):
        config.pop(key, None)
    config["metric_list"] = [
        {"metric": name, "aggregation": "mean", "higher_is_better": True} for name in request["metrics"] if name == "acc_mutual_info"
    ]
    if request.get("num_fewshot") is not None:
        config["num_fewshot"] = request["num_fewshot"]
    shots = request.get("shots")
    rows = {"test": [request["doc"]], "train": shots or [request["doc"]]}

    def splits():
        names = {config.get(name) for name in ("training_split", "validation_split", "test_split", "fewshot_split")} - {None}
        asked = config.get("test_split") or config.get("validation_split")
        return {name: rows_of(rows["test"] if name == asked else rows["train"]) for name in names}

    def rows_of(docs):
        class Rows(list):
            features = {name: None for name in docs[0]}

        return Rows(docs)

    def download(self, *args, **kwargs):
        self.dataset = splits()

    if ConfigurableTask is not None:
        task_class = type("Verified", (ConfigurableTask,), {"download": download})
        task = task_class(config=config)
    else:
        from lm_eval.api.task import Task

        Task.download = download
        Task.dataset = property(lambda self: splits())
        task = Task.from_config(config)
    if getattr(task, "fewshot_docs", None) is not None:
        sampler = getattr(task, "sampler", None)
        if sampler is not None:
            if hasattr(task, "set_fewshot_seed"):
                task.set_fewshot_seed(seed=1234)
            if shots is not None:
                sampler.sample = lambda n, *args, **kwargs: shots[:n]
    chats = []

    def chat_template(messages, add_generation_prompt=True, **kwargs):
        chats.append(json.dumps({"messages": messages, "add_generation_prompt": add_generation_prompt}, ensure_ascii=False, separators=(",", ":")))
        return f"\0CHAT{len(chats) - 1}\0"

    mode = request["mode"]
    task.build_all_requests(
        limit=1,
        rank=0,
        world_size=1,
        system_instruction=mode.get("system_instruction"),
        apply_chat_template=mode["apply_chat_template"],
        fewshot_as_multiturn=mode["fewshot_as_multiturn"],
        chat_template=chat_template if mode["apply_chat_template"] else None,
        tokenizer_name="",
    )

    def written(value):
        if isinstance(value, str):
            for i, chat in enumerate(chats):
                value = value.replace(f"\0CHAT{i}\0", chat)
        return value

    def one(instance):
        arguments = instance.args if hasattr(instance, "args") else instance.arguments
        context = arguments[0]
        return {
            "type": instance.request_type,
            "context": [written(each) for each in context] if isinstance(context, list) else written(context),
            "continuation": arguments[1] if len(arguments) > 1 else None,
        }

    return [one(instance) for instance in task.instances]


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    main()
