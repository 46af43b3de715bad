"""Asks an installed OpenCompass or AISBench for what it gives a model for one row of a dataset, for `prompt-preflight verify`.

Reads a request as JSON from standard input and writes {"version", "rows", "requests"} or {"version", "rows", "error"} as one line of JSON to standard output. The config is loaded by the framework, its dataset
by the dataset's own class where the request has no rows, and its examples are found by its own retriever where the request names none. No model is loaded: in its place stands one that notes what
it is given, behind the template parser that the model's class makes.
"""

import ast
import importlib
import inspect
import json
import logging
import os
import sys
import tempfile
import textwrap
import threading

PACKAGES = {"opencompass": "opencompass", "aisbench": "ais_bench.benchmark"}


class NotVerifiable(Exception):
    """Why nothing can be said: no exception of the framework."""


def main():
    request = decoded(json.loads(sys.stdin.readline()))
    threading.Thread(target=end_with_the_caller, daemon=True).start()
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no part of the answer
    sys.stdout = sys.stderr
    for path in reversed(request["paths"]):
        is_package = os.path.basename(path) == PACKAGES[request["framework"]].split(".")[0]
        sys.path.insert(0, os.path.dirname(path) if is_package else path)
    answer = {"version": version(request["framework"]), "rows": "own" if request["rows"] is None else "given"}
    try:
        answer["requests"] = requests_of(request)
    except NotVerifiable as why:
        sys.exit(str(why))
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    out.write(json.dumps(answer, ensure_ascii=True, default=repr) + "\n")
    out.flush()
    os._exit(0)  # libraries may have left threads behind


def end_with_the_caller():
    """The caller keeps standard input open for as long as it is there and wants an answer."""
    sys.stdin.read()
    os._exit(3)


def decoded(value):
    """What JSON has no form for, as the request marks it."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        [(mark, inner)] = value.items()
        if mark == "$int":
            return int(inner)
        if mark == "$float":
            return float(inner)
        if mark == "$set":
            return set(decoded(inner))
        if mark == "$dict":
            return {decoded(key): decoded(item) for key, item in inner}
    return {key: decoded(item) for key, item in value.items()}


def version(framework):
    try:
        package = importlib.import_module(PACKAGES[framework].split(".")[0])
        if getattr(package, "__version__", None):
            return package.__version__
        from importlib.metadata import version as installed

        return installed({"aisbench": "ais_bench_benchmark"}.get(framework, framework))
    except Exception:
        return "unknown"


def requests_of(request):
    global framework
    framework = Framework(request["framework"])
    logging.disable(logging.CRITICAL)
    from mmengine.config import Config

    config = Config.fromfile(request["path"], format_python_code=False)
    dataset = config[request["dataset"]["list"]][request["dataset"]["index"]]
    model = model_of(request["model"], config, request["path"])
    if request["rows"] is not None:
        dataset["type"] = given_rows(request["rows"])
    elif request["data_roots"]:
        os.environ.setdefault("COMPASS_DATA_CACHE", request["data_roots"][0])
        os.environ.setdefault("AIS_BENCH_DATASETS_CACHE", request["data_roots"][0])
    retriever = dataset["infer_cfg"]["retriever"]
    kind = framework.find(framework.registry.ICL_RETRIEVERS, retriever["type"])
    index = request["index"]
    if request["ids"] is not None:
        retriever = {key: retriever[key] for key in ("ice_separator", "ice_eos_token", "ice_num") if key in retriever}
        kind = given_ids(request["ids"])
    dataset["infer_cfg"]["retriever"] = {**retriever, "type": only_row(kind, index)}
    asked = framework.ask(model, dataset)
    return [
        {"type": request["mode"], "context": plain(prompt), "continuation": label} for label, prompt in zip(request["labels"] or [None] * len(asked), asked)
    ]


def model_of(place, own, path):
    """The entry of the config that is the model, with the model that notes in its place; without one, none has a meta template."""
    from mmengine.config import Config, ConfigDict

    if place is None:
        base = framework.module("models").BaseAPIModel
        return ConfigDict(type=recorder(base), path="", abbr="model", max_out_len=1, batch_size=1, generation_kwargs={})
    config = own if place["path"] == path else Config.fromfile(place["path"], format_python_code=False)
    model = config[place["list"]][place["index"]]
    model["type"] = recorder(framework.find(framework.registry.MODELS, model["type"]))
    for key, value in (("max_out_len", 1), ("batch_size", 1), ("generation_kwargs", {})):
        model.setdefault(key, value)
    model.pop("max_seq_len", None)  # a length in tokens is not known here
    return model


asked = []


def plain(prompt):
    """A text, or the parts that a model is given."""
    if isinstance(prompt, str):
        return str(prompt)
    return [dict(part) if isinstance(part, dict) else part for part in prompt]


def recorder(real):
    """A model class that is asked as `real` is, with the template parser that `real` makes, and without a model."""

    class Recorder(real):
        def __init__(self, meta_template=parameter(real, "meta_template"), path="", max_out_len=1, **config):
            self.path, self.max_out_len, self.max_seq_len = path, max_out_len, config.get("max_seq_len", 2048)
            self.meta_template = meta_template
            self.generation_kwargs, self.tokenizer_only, self.sync_rank, self.eos_token_id = {}, False, False, None
            self.logger = logging.getLogger("recorder")
            make_parser(self, constructors_of(real), meta_template)
            if not hasattr(self, "template_parser"):
                raise NotVerifiable(f"What {real.__name__} makes of a prompt is not known without making one.")

        def generate(self, inputs, *_, **__):
            asked.extend(inputs)
            return ["x" for _ in inputs]

        def get_ppl(self, inputs, *_, **__):
            import numpy

            asked.extend(inputs)
            return numpy.ones(len(inputs))

        get_loglikelihood = get_ppl

        def get_token_len(self, prompt, *_, **__):
            return 1

    Recorder.__abstractmethods__ = frozenset()
    return Recorder


def parameter(real, name):
    given = inspect.signature(real.__init__).parameters.get(name)
    return None if given is None or given.default is inspect.Parameter.empty else given.default


def make_parser(model, constructors, meta_template):
    """Does of a model's constructors, each base class's where it is called, what makes its template parser."""
    if not constructors:
        return
    init = constructors[0]
    scope = {**init.__globals__, "self": model, "meta_template": meta_template}
    for statement in ast.parse(textwrap.dedent(inspect.getsource(init))).body[0].body:
        call = statement.value if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else None
        if call and isinstance(call.func, ast.Attribute) and call.func.attr == "__init__":
            given = [*call.args, *(keyword.value for keyword in call.keywords)]
            hands_on = any(isinstance(each, ast.Name) and each.id == "meta_template" for each in given)
            spreads = any(keyword.arg is None for keyword in call.keywords) and not takes(init, "meta_template")
            make_parser(model, constructors[1:], meta_template if hands_on or spreads else None)
        elif any(is_parsers(target) for target in getattr(statement, "targets", [])):
            exec(compile(ast.Module([statement], []), init.__code__.co_filename, "exec"), scope)


def constructors_of(kind):
    return [vars(each)["__init__"] for each in kind.__mro__ if "__init__" in vars(each) and each is not object]


def takes(init, name):
    return name in inspect.signature(init).parameters


def is_parsers(target):
    return isinstance(target, ast.Attribute) and target.attr in ("template_parser", "meta_template")


class Rows(list):
    """The rows of a split, as `datasets.Dataset` gives them: by number a row, by name a column."""

    def __getitem__(self, index):
        return [row[index] for row in self] if isinstance(index, str) else super().__getitem__(index)


def given_rows(rows):
    """A dataset class with these rows in place of those that it would load, behind the framework's own reader."""
    base = framework.module("datasets.base").BaseDataset
    import datasets

    class Given(base):
        def __init__(self, reader_cfg=None, abbr="dataset", **_):
            self.abbr = abbr
            ranges = ("train_range", "test_range", "train_split", "test_split")
            splits = {name: datasets.Dataset.from_list([{"row": i} for i in range(len(rows[name]))]) for name in ("train", "test")}
            self.dataset = datasets.DatasetDict(splits)
            self._init_reader(**{key: value for key, value in (reader_cfg or {}).items() if key not in ranges})
            self.reader.dataset = {name: Rows(rows[name]) for name in ("train", "test")}

    return Given


def given_ids(ids):
    base = framework.module("openicl.icl_retriever").BaseRetriever
    return type("Given", (base,), {"retrieve": lambda self: [ids for _ in range(len(self.test_ds))]})


def only_row(kind, index):
    """A retriever class that finds the examples of all rows, as a run does, and lets the others go."""

    class OnlyRow(kind):
        def retrieve(self):
            found = super().retrieve()
            if index >= len(found):
                raise NotVerifiable(f"The framework has {len(found)} rows; there is no row {index + 1}.")
            # What is looked up beside the prompts, such as the answers, is that of this row alone.
            splits = self.dataset_reader.dataset
            test = splits["test"]
            splits["test"] = test.select([index]) if hasattr(test, "select") else Rows(test[index : index + 1])
            return [found[index]]

        def generate_prompt_for_generate_task(self, idx, *args, **given):
            return super().generate_prompt_for_generate_task(index, *args, **given)

        def generate_label_prompt(self, idx, *args, **given):
            return super().generate_label_prompt(index, *args, **given)

    OnlyRow.__abstractmethods__ = frozenset()
    return OnlyRow


class Framework:
    """What the two frameworks have under different names, and how each asks a model."""

    def __init__(self, name):
        self.name = name
        self.registry = self.module("registry")
        for part in ("models", "datasets"):
            self.module(part)

    def module(self, path):
        return importlib.import_module(f"{PACKAGES[self.name]}.{path}")

    def find(self, registry, kind):
        found = registry.get(kind) if isinstance(kind, str) else kind
        if found is None:
            raise KeyError(f"{kind} is not in the {registry.name} registry.")
        return found

    def ask(self, model, dataset):
        asked.clear()
        with tempfile.TemporaryDirectory() as work:
            run = self.ask_open_compass if self.name == "opencompass" else self.ask_ais_bench
            return run(model, dataset, work)

    def ask_open_compass(self, model, dataset, work):
        from mmengine.config import ConfigDict

        task = self.module("tasks.openicl_infer").OpenICLInferTask
        task(ConfigDict(models=[model], datasets=[[dataset]], work_dir=work)).run()
        return list(asked)

    def ask_ais_bench(self, model, dataset, work):
        """As `OpenICLApiInferTask._get_data_list` has its inferencer make the prompts."""
        build = self.module("utils.config.build")
        # The class stands there as it is, where the check of a model's keys takes the type for a text.
        build._validate_model_cfg = lambda _: {}
        build.build_model_from_cfg = lambda config: config["type"](**{key: value for key, value in config.items() if key != "type"})
        self.module("openicl.icl_inferencer.icl_base_inferencer").build_model_from_cfg = build.build_model_from_cfg
        infer = dataset["infer_cfg"]
        made = build.build_dataset_from_cfg(dataset)
        templates = {key: infer.get(key) for key in ("prompt_template", "ice_template")}
        retriever = self.registry.ICL_RETRIEVERS.build({**infer["retriever"], **templates, "dataset": made})
        inferencer = self.registry.ICL_INFERENCERS.build({**infer["inferencer"], "model_cfg": model, "batch_size": 1, "output_json_filepath": work})
        [row] = inferencer.get_data_list(retriever)[:1]
        return [given["prompt"] for given in row["qa"].values()] if "qa" in row else [row["prompt"]]


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TQDM_DISABLE", "1")
    main()
