import { nowhere, type FileId } from '../../../core/span.js';
import { BoolValue, str, StrValue, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { renderTemplate } from '../../../jinja/index.js';
import { ProgramModule } from '../../../python/program/source-module.js';
import { bind } from '../../../python/runtime/call-arguments.js';
import { lookingFunction, pythonFunction, type ModuleFunction } from '../../../python/runtime/modules/module.js';
import { PyError } from '../../../core/errors.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { say } from '../../../core/say.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { withoutLineBreak } from '../values/line-break.js';

/** Stands for the file of the harness's base classes: nothing of it is a place in a user's file. */
export const baseClassesFile: FileId = '<lm_eval.api.task>';

/**
 * What classes of tasks derive from and use (lm-evaluation-harness 0.4.13 `api/task.py`, `api/instance.py`, `config/task.py`), as far as rows and requests
 * depend on it. Whatever else these modules have is unknown.
 */
const source = `
import ast
import datasets
from copy import deepcopy


class TaskConfig:
    task = None
    task_alias = None
    tag = None
    custom_dataset = None
    dataset_path = None
    dataset_name = None
    dataset_kwargs = None
    training_split = None
    validation_split = None
    test_split = None
    fewshot_split = None
    process_docs = None
    doc_to_text = None
    doc_to_target = None
    doc_to_image = None
    doc_to_audio = None
    unsafe_code = False
    doc_to_choice = None
    process_results = None
    use_prompt = None
    description = ""
    target_delimiter = " "
    fewshot_delimiter = "\\n\\n"
    fewshot_config = None
    num_fewshot = None
    metric_list = None
    output_type = "generate_until"
    generation_kwargs = None
    repeats = 1
    filter_list = None
    should_decontaminate = False
    doc_to_decontamination_query = None
    gen_prefix = None
    metadata = None

    def __init__(self, **given):
        for key, value in given.items():
            if key not in task_fields:
                raise TypeError(f"TaskConfig.__init__() got an unexpected keyword argument '{key}'")
            setattr(self, key, value)
        if self.generation_kwargs is not None:
            if "temperature" in self.generation_kwargs:
                self.generation_kwargs["temperature"] = float(self.generation_kwargs["temperature"])
            if "until" not in self.generation_kwargs:
                self.generation_kwargs["until"] = [self.fewshot_delimiter]
        elif self.output_type == "generate_until":
            self.generation_kwargs = {"until": [self.fewshot_delimiter], "do_sample": False}
            if generation_defaults == "temperature":
                self.generation_kwargs["temperature"] = 0
            elif generation_defaults == "all":
                self.generation_kwargs = {
                    "temperature": 0.0,
                    "do_sample": False,
                    "max_gen_toks": 256,
                    "until": [self.fewshot_delimiter],
                }

    get = unfollowed
    to_dict = unfollowed
    serialize_function = unfollowed


class Instance:
    def __init__(
        self, request_type, doc, arguments, idx, metadata=(None, None, None), resps=None, filtered_resps=None,
        task_name=None, doc_id=None, repeats=None,
    ):
        self.request_type = request_type
        self.doc = doc
        self.arguments = arguments
        self.idx = idx
        self.metadata = metadata
        self.task_name, self.doc_id, self.repeats = metadata

    @property
    def args(self):
        return self.arguments if isinstance(self.arguments, tuple) else (self.arguments,)


class Task:
    VERSION = None
    DATASET_PATH = None
    DATASET_NAME = None
    OUTPUT_TYPE = None

    def fewshot_docs(self):
        if self.has_training_docs():
            return self.training_docs()
        elif self.has_validation_docs():
            return self.validation_docs()
        return self.test_docs()

    @property
    def config(self):
        return self._config

    @property
    def eval_docs(self):
        if self.has_test_docs():
            return self.test_docs()
        elif self.has_validation_docs():
            return self.validation_docs()
        raise ValueError(
            f"Task dataset (path={self.DATASET_PATH}, name={self.DATASET_NAME}) must have valid or test docs!"
        )

    def get_config(self, key):
        return getattr(self._config, key, None)

    def set_config(self, key, value, update=False):
        if update:
            getattr(self._config, key, {}).update(value)
        else:
            setattr(self._config, key, value)

    def _process_doc(self, doc):
        return doc

    instances = unfollowed
    fewshot_examples = unfollowed
    build_all_requests = unfollowed
    doc_iterator = unfollowed
    apply_filters = unfollowed
    dump_config = unfollowed
    override_metric = unfollowed
    set_fewshot_seed = unfollowed
    resolve_field = unfollowed
    count_bytes = unfollowed
    count_words = unfollowed
    sampler = unfollowed
    fewshot_rnd = unfollowed
    fewshot_cfg = unfollowed
    task_docs = unfollowed


def rows_of(task, split, process_docs):
    rows = task.dataset[split]
    return rows if process_docs is None else process_docs(rows)


def filled(task, template, doc):
    if template in task.features:
        return doc[template], True
    text = apply_template(template, doc)
    if text.isdigit() and task._config.doc_to_choice is not None:
        return ast.literal_eval(text), True
    return text, False


class ConfigurableTask(Task):
    VERSION = "Yaml"
    OUTPUT_TYPE = None
    CONFIG = None

    def __init__(self, data_dir=None, cache_dir=None, download_mode=None, config=None):
        self._config = self.CONFIG
        if self._config is None:
            self._config = TaskConfig(**config)
        elif config is not None:
            for key, value in config.items():
                setattr(self._config, key, value)
        if isinstance(self.config.metadata, dict) and "version" in self.config.metadata:
            self.VERSION = self.config.metadata["version"]
        if self.config.output_type is not None:
            self.OUTPUT_TYPE = self.config.output_type
        if self.config.dataset_path is not None:
            self.DATASET_PATH = self.config.dataset_path
        if self.config.dataset_name is not None:
            self.DATASET_NAME = self.config.dataset_name
        self.download(self.config.dataset_kwargs)
        self._training_docs = None
        self._fewshot_docs = None

    def download(self, dataset_kwargs=None, **kwargs):
        if self.config.custom_dataset is not None:
            self.dataset = self.config.custom_dataset(**(self.config.metadata or {}), **(self.config.dataset_kwargs or {}))
        else:
            kwargs = {k: v for k, v in (dataset_kwargs or {}).items() if k != "trust_remote_code"}
            self.dataset = datasets.load_dataset(path=self.DATASET_PATH, name=self.DATASET_NAME, **kwargs)

    @property
    def features(self):
        return list(self.eval_docs.features.keys())

    def has_training_docs(self):
        return self.config.training_split is not None

    def has_validation_docs(self):
        return self.config.validation_split is not None

    def has_test_docs(self):
        return self.config.test_split is not None

    def training_docs(self):
        if self.has_training_docs():
            return rows_of(self, self.config.training_split, self.config.process_docs)

    def validation_docs(self):
        if self.has_validation_docs():
            return rows_of(self, self.config.validation_split, self.config.process_docs)

    def test_docs(self):
        if self.has_test_docs():
            return rows_of(self, self.config.test_split, self.config.process_docs)

    def fewshot_docs(self):
        given = self.config.fewshot_config or {}
        split = given.get("split", self.config.fewshot_split) if fewshot_config_split else self.config.fewshot_split
        if split is not None:
            own = given.get("process_docs", self.config.process_docs) if fewshot_config_has_fields else self.config.process_docs
            return rows_of(self, split, own)
        samples = given.get("samples")
        if self.config.fewshot_config is not None and samples is not None:
            return samples if isinstance(samples, list) else samples()
        return super().fewshot_docs()

    def doc_to_text(self, doc, doc_to_text=None):
        if self.config.use_prompt is not None:
            return unfollowed
        if doc_to_text is None:
            doc_to_text = self.config.doc_to_text
        if isinstance(doc_to_text, int):
            return doc_to_text
        elif isinstance(doc_to_text, str):
            return filled(self, doc_to_text, doc)[0]
        elif callable(doc_to_text):
            return doc_to_text(doc)
        raise TypeError

    def doc_to_target(self, doc, doc_to_target=None):
        if self.config.use_prompt is not None:
            return unfollowed
        if doc_to_target is None:
            doc_to_target = self.config.doc_to_target
        if isinstance(doc_to_target, (int, list)):
            return doc_to_target
        elif isinstance(doc_to_target, str):
            target, whole = filled(self, doc_to_target, doc)
            if not whole and len(target) >= 2 and target[0] == "[" and target[-1] == "]":
                try:
                    return ast.literal_eval(target)
                except (SyntaxError, ValueError):
                    return target
            return target
        elif callable(doc_to_target):
            return doc_to_target(doc)
        raise TypeError

    def doc_to_choice(self, doc, doc_to_choice=None):
        if self.config.use_prompt is not None:
            return unfollowed
        if doc_to_choice is None:
            doc_to_choice = self.config.doc_to_choice
        if isinstance(doc_to_choice, str):
            if doc_to_choice in self.features:
                return doc[doc_to_choice]
            return ast.literal_eval(apply_template(doc_to_choice, doc))
        elif isinstance(doc_to_choice, list):
            return doc_to_choice
        elif isinstance(doc_to_choice, dict):
            return list(doc_to_choice.values())
        elif callable(doc_to_choice):
            return doc_to_choice(doc)
        raise TypeError

    def doc_to_prefix(self, doc):
        gen_prefix = self.config.gen_prefix
        if gen_prefix is not None:
            return doc[gen_prefix] if gen_prefix in self.features else apply_template(gen_prefix, doc)
        return None

    def construct_requests(self, doc, ctx, **kwargs):
        apply_chat_template = kwargs.pop("apply_chat_template", False)
        kwargs.pop("chat_template", None)
        if self.config.doc_to_image or self.config.doc_to_audio:
            return unfollowed
        if self.OUTPUT_TYPE == "loglikelihood":
            arguments = (ctx, self.doc_to_target(doc))
        elif self.OUTPUT_TYPE == "loglikelihood_rolling":
            arguments = (self.doc_to_target(doc),)
        elif self.OUTPUT_TYPE == "multiple_choice":
            choices = self.doc_to_choice(doc)
            delimiter = self.config.target_delimiter
            if apply_chat_template and choice_delimiter_in_chat == "never":
                delimiter = ""
            elif apply_chat_template and choice_delimiter_in_chat == "after-prefix":
                prefix = self.config.gen_prefix
                delimiter = delimiter if prefix and not prefix[-1].isspace() else ""
            arguments = [(ctx, f"{delimiter}{choice}") for choice in choices]
            metrics = [each["metric"] for each in self.config.metric_list or []]
            if "acc_mutual_info" in metrics:
                arguments.extend([("", f"{delimiter}{choice}" if delimits_lone_choices else f"{choice}") for choice in choices])
            return [
                Instance(request_type="loglikelihood", doc=doc, arguments=arg, idx=i, **kwargs)
                for i, arg in enumerate(arguments)
            ]
        elif self.OUTPUT_TYPE == "generate_until":
            arguments = (ctx, deepcopy(self.config.generation_kwargs))
        return Instance(request_type=self.OUTPUT_TYPE, doc=doc, arguments=arguments, idx=0, **kwargs)

    def fewshot_context(self, doc, *given, **named):
        return built_context(doc, *given, **named)

    build_qa_turn = unfollowed
    multiple_input_context = unfollowed
    should_decontaminate = unfollowed
    doc_to_decontamination_query = unfollowed
    doc_to_image = unfollowed
    doc_to_audio = unfollowed
    process_results = unfollowed
    aggregation = unfollowed
    higher_is_better = unfollowed
    prompt = unfollowed
`;

/** Modules of the harness whose classes these are. */
const modules: ReadonlySet<string> = new Set(['lm_eval.api.task', 'lm_eval.api.instance', 'lm_eval.config.task']);

/** The harness's base classes for one program. */
export class BaseClasses {
  private readonly base = baseModule();

  /** What stands for the modules that define them; undefined for any other module. */
  module(name: string): ProgramModule | undefined {
    return modules.has(name) ? this.base : undefined;
  }

  /** From here on they do as a release does. */
  actAs(release: HarnessRelease): void {
    const { globals } = this.base;
    const flag = (name: string, value: Value): void => {
      globals.set(name, value);
    };
    const fields = [...release.taskFields].map((name) => str(name, nowhere));
    flag('task_fields', new TupleValue(fields, nowhere));
    flag('generation_defaults', str(release.generationDefaults, nowhere));
    flag('choice_delimiter_in_chat', str(release.choiceDelimiterInChat, nowhere));
    flag('delimits_lone_choices', new BoolValue(release.delimitsLoneChoices, nowhere));
    flag('fewshot_config_split', new BoolValue(release.fewshotConfigSplit, nowhere));
    flag('fewshot_config_has_fields', new BoolValue(release.fewshotFields !== undefined, nowhere));
    flag('apply_template', applyTemplate(release));
    this.answerContext(() => unfollowed());
  }

  /** What `ConfigurableTask.fewshot_context` gives until something else is said: it is asked with the arguments behind `self`. */
  answerContext(answer: ModuleFunction): void {
    this.base.globals.set('built_context', pythonFunction('fewshot_context', answer));
  }
}

function unfollowed(): UnknownValue {
  return new UnknownValue(say`What lm-evaluation-harness does there is not followed.`, { file: baseClassesFile, start: 0, end: 0 });
}

function baseModule(): ProgramModule {
  const module = new ProgramModule(
    baseClassesFile,
    'lm_eval.api.task',
    false,
    () => source,
    () => unfollowed(),
  );
  module.globals.set('unfollowed', unfollowed());
  return module;
}

/** `utils.apply_template(template, doc)` of a release. Raises what Jinja raises. */
function applyTemplate({ keepsTrailingNewline }: HarnessRelease): Value {
  return lookingFunction('lm_eval.utils.apply_template', ({ span }, args): Value => {
    const [template, doc] = bind('apply_template', args, ['template', 'doc'], 2);
    if (template?.kind !== 'str') throw new PyError('TypeError', "Can't compile non template nodes", span);
    if (doc?.kind !== 'dict') throw new PyError('TypeError', `argument after ** must be a mapping, not ${typeName(doc!)}`, span);
    const text = keepsTrailingNewline ? template.traced : withoutLineBreak(template.traced);
    return new StrValue(renderTemplate(text, doc), span);
  });
}
