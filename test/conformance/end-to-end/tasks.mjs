// Tasks of a user's kind with local data, for runs of the real lm-evaluation-harness: written for this project.
import { plainMode } from './plain-mode.mjs';

const questions = [
  ['How deep is the lake?', 'about 40 m', 'easy'],
  ['  Who painted “Sunrise”?  ', 'Monet', 'hard'],
  ['Où est la bibliothèque ?', 'rue Haute\nn° 3', 'easy'],
  ['2 + 2 = ?', '4', 'easy'],
  ['Wie heißt der Fluß "Inn"?', 'Inn', 'hard'],
  ['{{ not a template }}', 'no', 'hard'],
  ['空はなぜ青い？', '光が散るから', 'easy'],
  ['Name a prime.', '7', 'easy'],
  ['What ends in \\n?', 'a line', 'hard'],
  ['', 'nothing', 'easy'],
];
const words = ['river', 'violin', 'engine', 'moss', 'harbour', 'chalk', 'lantern', 'pepper'];

const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
const asked = (from, to) =>
  Array.from({ length: to - from }, (_, i) => {
    const [question, answer, level] = questions[(from + i) % questions.length];
    return {
      id: from + i,
      question: from + i < questions.length ? question : `${question} (${from + i})`,
      answer,
      level,
    };
  });
const choice = (i) => ({
  stem: `The ${words[i % 8]} near the ${words[(i * 3 + 1) % 8]} is a`,
  options: [0, 1, 2, 3].map((k) => words[(i + k * 2) % 8]),
  label: i % 4,
  letter: 'ABCD'[i % 4],
});

/** All files by name, the tasks' own among them. */
export const files = {
  'data/qa-train.jsonl': lines(asked(10, 22)),
  'data/qa-test.jsonl': lines(asked(0, 6)),
  'data/qa-valid.jsonl': lines(asked(6, 10)),
  'data/mc-train.jsonl': lines(Array.from({ length: 9 }, (_, i) => choice(i + 20))),
  'data/mc-test.jsonl': lines(Array.from({ length: 5 }, (_, i) => choice(i))),
  'data/mixed.jsonl': lines([
    { name: 'a', size: 1, day: '2024-03-01', only: null },
    { name: 'b', size: 2.5, day: '2024-03-02', only: null },
    { name: 'c', size: 3, day: '2024-03-03', only: 'late', extra: [1, 2] },
  ]),
  'data/table.csv': 'q,a,n\n"Red, or blue?",red,1\n"Say ""hi""",hi,2\nPlain,,3\nLast,end,4\n',
  'data/list.json': JSON.stringify([
    { text: 'One fine day.', lang: 'en' },
    { text: 'Zwei Tage später.', lang: 'de' },
    { text: 'Trois.', lang: 'fr' },
  ]),
  'data/field.json': JSON.stringify({
    version: 1,
    data: [
      { q: 'a?', a: 'b' },
      { q: 'c?', a: 'd' },
      { q: 'e?', a: 'f' },
    ],
  }),
  'data/lines.txt': 'first line\nsecond line\n\nfourth line\n',
  'data/split/train.jsonl': lines(asked(10, 16)),
  'data/split/test.jsonl': lines(asked(0, 3)),
  'data/named/README.md':
    '---\nconfigs:\n- config_name: small\n  data_files:\n  - split: train\n    path: small/train.jsonl\n  - split: test\n    path: small/test.jsonl\n---\n',
  'data/named/small/train.jsonl': lines(asked(10, 15)),
  'data/named/small/test.jsonl': lines(asked(2, 5)),
  'utils.py': `import random
import re
from functools import partial

LETTERS = "ABCD"


def clean(text):
    return re.sub(r"\\s+", " ", text).strip()


def process_qa(dataset):
    def one(doc):
        return {"question": clean(doc["question"]), "length": len(doc["answer"])}

    return dataset.map(one)


def only_easy(dataset):
    return dataset.filter(lambda doc: doc["level"] == "easy")


def process_mc(dataset):
    def one(doc, index):
        options = [f"{LETTERS[i]}. {option}" for i, option in enumerate(doc["options"])]
        return {"query": f"{index + 1}) {doc['stem']}\\n" + "\\n".join(options), "choices": list(LETTERS), "gold": doc["label"]}

    return dataset.map(one, with_indices=True, remove_columns=["letter"])


def shuffled(dataset):
    return dataset.shuffle(seed=11).select(range(4))


def by_random(dataset):
    rng = random.Random(3)
    keep = sorted(rng.sample(range(len(dataset)), 3))
    return dataset.select(keep)


def doc_to_text(doc):
    return f"Q ({doc['level']}): {doc['question']}\\nA:"


def doc_to_target(doc):
    return " " + doc["answer"].upper()


def doc_to_choice(doc):
    return [option.title() for option in doc["options"]]


def with_prefix(prefix, doc):
    return prefix + doc["question"]


doc_to_text_ask = partial(with_prefix, "Please answer: ")


def shots():
    return [{"question": f"Shot {i}?", "answer": str(i), "level": "easy"} for i in range(5)]


def load_custom(**kwargs):
    import datasets

    rows = [{"q": f"Is {i} even?", "a": "yes" if i % 2 == 0 else "no"} for i in range(4)]
    return {"test": datasets.Dataset.from_list(rows)}
`,
};

const json = (splits) =>
  `dataset_path: json\ndataset_kwargs:\n  data_files:\n${Object.entries(splits)
    .map(([split, file]) => `    ${split}: ${file}\n`)
    .join('')}${Object.keys(splits)
    .map((split) => `${{ train: 'training', validation: 'validation', test: 'test' }[split]}_split: ${split}\n`)
    .join('')}`;
const qa = json({ train: 'data/qa-train.jsonl', test: 'data/qa-test.jsonl' });
const mc = json({ train: 'data/mc-train.jsonl', test: 'data/mc-test.jsonl' });
const generates = 'output_type: generate_until\n';
const chooses = 'output_type: multiple_choice\n';
const ask = 'doc_to_text: "Question: {{question}}\\nAnswer:"\ndoc_to_target: "{{answer}}"\n';
const pick = 'doc_to_text: "{{stem}}"\ndoc_to_choice: options\ndoc_to_target: label\n';

/** Each task by name: its fields. */
const fields = {
  plain: qa + generates + ask,
  plain_two: qa + generates + ask + 'num_fewshot: 2\n',
  same_split: qa + generates + ask + 'fewshot_split: test\nnum_fewshot: 2\n',
  validation: json({ train: 'data/qa-train.jsonl', validation: 'data/qa-valid.jsonl' }) + generates + ask + 'num_fewshot: 1\n',
  first_n: qa + generates + ask + 'num_fewshot: 3\nfewshot_config:\n  sampler: first_n\n',
  samples_list:
    qa +
    generates +
    ask +
    'num_fewshot: 2\nfewshot_config:\n  samples:\n  - question: One?\n    answer: one\n  - question: Two?\n    answer: two\n  - question: Three?\n    answer: three\n',
  samples_function: qa + generates + ask + 'num_fewshot: 2\nfewshot_config:\n  samples: !function utils.shots\n',
  described: qa + generates + ask + 'description: "Answer at the level of {{level}}.\\n\\n"\nnum_fewshot: 1\n',
  delimiters: qa + generates + ask + 'num_fewshot: 2\ntarget_delimiter: "\\n"\nfewshot_delimiter: "\\n###\\n"\n',
  prefixed: qa + generates + ask + 'num_fewshot: 1\ngen_prefix: "The answer is"\n',
  prefix_column: qa + generates + ask + 'gen_prefix: level\n',
  settings: qa + generates + ask + 'generation_kwargs:\n  until: ["\\n\\n", "Question:"]\n  max_gen_toks: 40\n  temperature: 0\n',
  repeated: qa + generates + ask + 'repeats: 2\n',
  zero_locked: qa + generates + ask + 'num_fewshot: 0\n',
  fewshot_fields:
    qa + generates + ask + 'num_fewshot: 2\nfewshot_config:\n  doc_to_text: "Example: {{question}}"\n  doc_to_target: "-> {{answer}}"\n',
  choices: mc + chooses + pick,
  choices_two: mc + chooses + pick + 'num_fewshot: 2\n',
  letters:
    mc +
    chooses +
    'doc_to_text: "{{stem}}\\nA. {{options[0]}}\\nB. {{options[1]}}\\nC. {{options[2]}}\\nD. {{options[3]}}\\nAnswer:"\ndoc_to_choice: ["A", "B", "C", "D"]\ndoc_to_target: letter\nnum_fewshot: 1\n',
  scored: mc + 'output_type: loglikelihood\ndoc_to_text: "{{stem}}"\ndoc_to_target: "{{options[label]}}"\nnum_fewshot: 1\n',
  rolling: json({ test: 'data/list.json' }) + 'output_type: loglikelihood_rolling\ndoc_to_text: ""\ndoc_to_target: "{{text}}"\n',
  processed:
    qa +
    generates +
    'process_docs: !function utils.process_qa\ndoc_to_text: "{{question}} ({{length}})"\ndoc_to_target: answer\nnum_fewshot: 2\n',
  filtered: qa + generates + ask + 'process_docs: !function utils.only_easy\nnum_fewshot: 2\n',
  processed_choices:
    mc +
    chooses +
    'process_docs: !function utils.process_mc\ndoc_to_text: query\ndoc_to_choice: choices\ndoc_to_target: gold\nnum_fewshot: 1\n',
  shuffled: qa + generates + ask + 'process_docs: !function utils.shuffled\nnum_fewshot: 1\n',
  sampled: qa + generates + ask + 'process_docs: !function utils.by_random\n',
  functions: qa + generates + 'doc_to_text: !function utils.doc_to_text\ndoc_to_target: !function utils.doc_to_target\nnum_fewshot: 2\n',
  function_choices:
    mc + chooses + 'doc_to_text: "{{stem}}"\ndoc_to_choice: !function utils.doc_to_choice\ndoc_to_target: label\nnum_fewshot: 1\n',
  partial: qa + generates + 'doc_to_text: !function utils.doc_to_text_ask\ndoc_to_target: answer\n',
  mixed:
    json({ test: 'data/mixed.jsonl' }) +
    generates +
    'doc_to_text: "{{name}}: {{size}} on {{day}}, {{only}} {{extra}}"\ndoc_to_target: name\n',
  table:
    'dataset_path: csv\ndataset_kwargs:\n  data_files:\n    test: data/table.csv\ntest_split: test\n' +
    generates +
    'doc_to_text: "{{n}}. {{q}}"\ndoc_to_target: "{{a}}"\n',
  field:
    'dataset_path: json\ndataset_kwargs:\n  data_files: data/field.json\n  field: data\ntest_split: train\n' +
    generates +
    'doc_to_text: q\ndoc_to_target: a\n',
  lines:
    'dataset_path: text\ndataset_kwargs:\n  data_files:\n    test: data/lines.txt\ntest_split: test\n' +
    generates +
    'doc_to_text: "Repeat: {{text}}"\ndoc_to_target: text\n',
  folder: 'dataset_path: data/split\ntraining_split: train\ntest_split: test\n' + generates + ask + 'num_fewshot: 2\n',
  named: 'dataset_path: data/named\ndataset_name: small\ntraining_split: train\ntest_split: test\n' + generates + ask + 'num_fewshot: 1\n',
  custom: 'custom_dataset: !function utils.load_custom\ntest_split: test\n' + generates + 'doc_to_text: "{{q}}"\ndoc_to_target: a\n',
};

/** Names of all tasks. */
/** Tasks that are classes. */
files['classes.py'] = `import re
from copy import deepcopy
import datasets
from lm_eval.api.instance import Instance
from lm_eval.api.task import ConfigurableTask


class Asked(ConfigurableTask):
    VERSION = 1
    DATASET_PATH = "json"
    DATASET_NAME = None

    def __init__(self, config=None):
        super().__init__(config={"metadata": {"version": self.VERSION},
            "dataset_kwargs": {"data_files": {"train": "data/qa-train.jsonl", "validation": "data/qa-test.jsonl"}}})

    def has_training_docs(self):
        return True

    def has_validation_docs(self):
        return True

    def has_test_docs(self):
        return False

    def training_docs(self):
        return self.dataset["train"]

    def validation_docs(self):
        return self.dataset["validation"]

    def doc_to_text(self, doc):
        return "Q: " + doc["question"].strip() + "\\nA:"

    def doc_to_target(self, doc):
        return " " + doc["answer"]

    def construct_requests(self, doc, ctx, chat_template=None, apply_chat_template=False, **kwargs):
        return [
            Instance(request_type="generate_until", doc=doc, arguments=(ctx, {"until": ["\\n"], "max_gen_toks": 48}), idx=0, **kwargs),
            Instance(request_type="loglikelihood", doc=doc, arguments=(ctx, " " + "unanswerable"), idx=1, **kwargs),
        ]

    def process_results(self, doc, results):
        return {"acc": 1.0}

    def aggregation(self):
        return {"acc": lambda xs: sum(xs) / len(xs)}

    def higher_is_better(self):
        return {"acc": True}


class Shots(Asked):
    """Two arguments, as the harness calls it for its shots."""
    def __init__(self, config=None):
        super(Asked, self).__init__(config={"metadata": {"version": 2}, "num_fewshot": 2, "description": "Answer.\\n\\n",
            "dataset_kwargs": {"data_files": {"train": "data/qa-train.jsonl", "validation": "data/qa-test.jsonl"}}})

    def doc_to_text(self, doc, doc_to_text=None):
        return "Q: " + doc["question"].strip() + "\\nA:"

    def doc_to_target(self, doc, doc_to_target=None):
        return doc["answer"]


class ShotsFail(Asked):
    def __init__(self, config=None):
        super(Asked, self).__init__(config={"num_fewshot": 1,
            "dataset_kwargs": {"data_files": {"train": "data/qa-train.jsonl", "validation": "data/qa-test.jsonl"}}})


class FromYaml(ConfigurableTask):
    """What the YAML says, but for its class; one method of its own."""
    def __init__(self, config=None):
        config = dict(config)
        config.pop("class")
        super().__init__(config=config)

    def doc_to_text(self, doc, doc_to_text=None):
        return re.sub(r"\\s+", " ", super().doc_to_text(doc, doc_to_text)).upper()


class NoInit(ConfigurableTask):
    def doc_to_text(self, doc):
        return doc["question"]


class Pre(ConfigurableTask):
    CONFIG = None
    DATASET_PATH = "json"
    def __init__(self, **kwargs):
        super().__init__(config={"dataset_kwargs": {"data_files": {"test": "data/mc-test.jsonl"}},
            "test_split": "test", "output_type": "multiple_choice", "doc_to_text": "{{stem}}", "doc_to_target": "label",
            "doc_to_choice": "{{options}}"})

    def test_docs(self):
        return self.dataset["test"].map(self._process_doc)

    def _process_doc(self, doc):
        doc["stem"] = doc["stem"].title()
        return doc

    def doc_to_choice(self, doc, doc_to_choice=None):
        return [o + "!" for o in doc["options"]]


class Own(ConfigurableTask):
    DATASET_PATH = "json"
    DATASET_NAME = None
    def __init__(self, config=None):
        super().__init__(config={"metadata": {"version": 1}, "dataset_kwargs": {"data_files": "data/mc-test.jsonl"}})

    def download(self, *args, **kwargs):
        self.dataset = datasets.load_dataset("json", data_files={"validation": "data/mc-test.jsonl"})
        for split in self.dataset:
            self.dataset[split] = self.dataset[split].filter(lambda d: d["letter"] != "B")

    def has_training_docs(self):
        return False

    def has_validation_docs(self):
        return True

    def has_test_docs(self):
        return False

    def validation_docs(self):
        docs = [self._process_doc(d) for d in self.dataset["validation"]]
        return datasets.Dataset.from_dict({k: [d[k] for d in docs] for k in docs[0]})

    def _process_doc(self, doc):
        return {"text": doc["stem"], "choices": [f"{l}. {o}" for l, o in zip("ABCD", doc["options"])], "gold": doc["label"]}

    def doc_to_text(self, doc):
        choices = "\\n".join(doc["choices"])
        return f"{doc['text']}\\n{choices}\\nAnswer:"

    def doc_to_target(self, doc):
        return " " + doc["choices"][doc["gold"]]

    def construct_requests(self, doc, ctx, chat_template=None, apply_chat_template=False, **kwargs):
        return [
            Instance("loglikelihood", doc, (ctx, f" {choice}") if not apply_chat_template else (ctx, f"{choice}"), i, **kwargs)
            for i, choice in enumerate(doc["choices"])
        ]

    def process_results(self, doc, results):
        return {"acc": 1.0}

    def aggregation(self):
        return {"acc": lambda xs: 0}

    def higher_is_better(self):
        return {"acc": True}


class Default(Asked):
    """the base's own requests, which are of generate_until"""
    construct_requests = ConfigurableTask.construct_requests

class Ctx(Asked):
    def construct_requests(self, doc, ctx, **kwargs):
        kwargs.pop("apply_chat_template", None)
        kwargs.pop("chat_template", None)
        arguments = deepcopy(self.config.generation_kwargs)
        arguments["until"] = arguments.get("until", ["\\n"]) + ["."]
        return Instance(request_type="generate_until", doc=doc, arguments=(ctx + " (short)", arguments), idx=0, **kwargs)

class Whole(Asked):
    def fewshot_context(self, doc, num_fewshot, **kwargs):
        return "Whole: " + self.doc_to_text(doc)

class WholeShots(Asked):
    """The harness's context, changed: in a chat, of what it is made."""
    def __init__(self, config=None):
        super(Asked, self).__init__(config={"num_fewshot": 1, "description": "Answer.\\n",
            "dataset_kwargs": {"data_files": {"train": "data/qa-train.jsonl", "validation": "data/qa-test.jsonl"}}})

    def doc_to_text(self, doc, doc_to_text=None):
        return "Q: " + doc["question"].strip()

    def doc_to_target(self, doc, doc_to_target=None):
        return doc["answer"]

    def fewshot_context(self, doc, num_fewshot, *args, **kwargs):
        made = super().fewshot_context(doc, num_fewshot, *args, **kwargs)
        return made if kwargs.get("apply_chat_template") else "[" + made + "]"


class Turns(Asked):
    """A conversation of its own."""
    def fewshot_context(self, doc, num_fewshot, system_instruction=None, apply_chat_template=False, fewshot_as_multiturn=False,
                        chat_template=None, **kwargs):
        turns = [{"role": "system", "content": system_instruction or "Be kind."}, {"role": "user", "content": self.doc_to_text(doc)}]
        if apply_chat_template:
            return chat_template(turns)
        return "\\n".join(f"{turn['role']}: {turn['content']}" for turn in turns)


class Begun(Turns):
    def fewshot_context(self, doc, num_fewshot, *args, chat_template=None, **kwargs):
        if not chat_template:
            return self.doc_to_text(doc)
        turns = [{"role": "user", "content": doc["question"]}, {"role": "assistant", "content": "It is"}]
        return chat_template(turns, add_generation_prompt=False)


class ListDocs(Asked):
    def validation_docs(self):
        return list(self.dataset["validation"])
`;

const classes = {
  class_asked: 'class: !function classes.Asked\n',
  class_shots: 'class: !function classes.Shots\n',
  class_shots_fail: 'class: !function classes.ShotsFail\n',
  class_plain_init: 'class: !function classes.NoInit\n',
  class_choices: 'class: !function classes.Pre\n',
  class_own: 'class: !function classes.Own\n',
  class_default: 'class: !function classes.Default\n',
  class_whole: 'class: !function classes.Whole\n',
  class_whole_shots: 'class: !function classes.WholeShots\n',
  class_turns: 'class: !function classes.Turns\n',
  class_begun: 'class: !function classes.Begun\n',
  class_list: 'class: !function classes.ListDocs\n',
  class_of_fields: `class: !function classes.FromYaml
dataset_path: json
dataset_kwargs:
  data_files:
    train: data/qa-train.jsonl
    test: data/qa-test.jsonl
training_split: train
test_split: test
doc_to_text: "Q:  {{question}}\\nA:"
doc_to_target: "{{answer}}"
num_fewshot: 2
metric_list:
  - metric: exact_match
`,
};
for (const [name, text] of Object.entries(classes)) files[`lake_${name}.yaml`] = `task: lake_${name}\n${text}`;

export const tasks = [...Object.keys(fields), ...Object.keys(classes)].map((name) => `lake_${name}`);

for (const [name, text] of Object.entries(fields))
  files[`lake_${name}.yaml`] = `task: lake_${name}\n${text}metric_list:\n  - metric: bypass\n`;

/** How the harness is started. */
export const modes = {
  plain: plainMode,
  shots: { ...plainMode, num_fewshot: 3 },
  chat: { ...plainMode, apply_chat_template: true, num_fewshot: 2 },
  'one turn': { ...plainMode, apply_chat_template: true, fewshot_as_multiturn: false, system_instruction: 'Be brief.' },
  limit: { ...plainMode, limit: 2, fewshot_seed: 7, num_fewshot: 1 },
  samples: { ...plainMode, samples: [2, 0], system_instruction: 'Be brief.' },
};
