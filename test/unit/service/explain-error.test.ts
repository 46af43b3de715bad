import { describe, expect, it } from 'vitest';
import { pythonErrors } from '../../../server/src/engine/checks/support/python-errors.js';
import { explainError } from '../../../server/src/engine/editor/explain-error.js';
import { frameworks, rules } from '../../../server/src/engine/frameworks/registry.js';
import { golden, readLines } from '../../support/goldens.js';

describe('an exception is explained', () => {
  it('by a traceback, by its last line, and by the message alone', () => {
    const traceback = `Traceback (most recent call last):
  File "run.py", line 3, in <module>
    x()
  File "opencompass/models/base_api.py", line 7, in parse
KeyError: 'api_role'
`;
    for (const text of [traceback, "KeyError: 'api_role'", `\u001b[31mbuiltins.KeyError: 'api_role'\u001b[0m\n\n`])
      expect(explainError(text)).toMatchObject({ error: "KeyError: 'api_role'", frameworks: ['opencompass'], rules: ['api-role-missing'] });
    expect(explainError("'question' is undefined")).toMatchObject({
      frameworks: ['lm-eval'],
      rules: ['undefined-var', 'undefined-silent'],
    });
    expect(explainError("jinja2.exceptions.UndefinedError: 'question' is undefined")?.says).toContain('question');
  });

  it('by a code of AISBench, also alone', () => {
    expect(explainError('ICLR-PARAM-002')).toMatchObject({ frameworks: ['aisbench'], rules: ['missing-ice-template'] });
    expect(explainError('AISBenchValueError: [ICLR-PARAM-001]the ice token | Visit https://example.org')?.rules).toEqual([
      'ice-token-missing',
    ]);
  });

  it('with the lines of its message, where the framework quotes a turn', () => {
    const { rules: found } = explainError(
      "KeyError: \"{'role': 'SYSTEM', 'prompt': 'a\nb'} neither has an appropriate role nor a fallback role.\"",
    )!;
    expect(found).toContain('missing-fallback-role');
  });

  it('the last one of several', () => {
    expect(
      explainError('ValueError: a\n\nDuring handling of the above exception:\n\nAssertionError: role in meta prompt must be unique!')
        ?.rules,
    ).toEqual(['duplicate-role']);
  });

  it('in general words where only its class is known, and not at all where it is none', () => {
    expect(explainError('TypeError: something of a stranger')).toMatchObject({ frameworks: [] });
    for (const text of ['', '\n', 'all is well', 'StrangerError: no']) expect(explainError(text), text).toBeUndefined();
  });

  it('by rules that there are', () => {
    const ids = new Set(rules.map(({ id }) => id));
    const named = [...frameworks.flatMap(({ errors = [] }) => errors), ...pythonErrors].flatMap(({ answer }) => answer.rules);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});

/** Every text of an exception in a row of a golden. */
function* errorsIn(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    if (/^(?:\$?error|exception)$/.test(key) && typeof part === 'string') yield part;
    else yield* errorsIn(part);
}

describe('an exception that says of itself what is wrong', () => {
  it.each([
    ['FileNotFoundError: Prediction files not found: neither a.json nor a_0.json exists', /no answers to evaluate/],
    ["NameError: name 'index_list3' is not defined", /`test_range` is a slice in brackets/],
    ['ValueError: Dataset gsm8k not found in config.', /`model_dataset_combinations`/],
    ["ValueError: BuilderConfig 'mian' not found. Available: ['main']", /`dataset_name`/],
    ["Exception: `fewshot_config['samples']` was incorrectly defined in the configuration.", /`samples` of `fewshot_config`/],
    ['ValueError: Attempted to run task: humaneval which is marked as unsafe. Set', /`--confirm_run_unsafe_code`/],
  ])('%s', (text, says) => {
    expect(explainError(text)?.says).toMatch(says);
  });

  it('is not taken for another one that has the same code', () => {
    expect(explainError('[MODEL-UNK-001]section end in prompt template must match the last section round')?.says).toMatch(/sections/);
    expect(explainError('[MODEL-UNK-001]pad_token_id is not set for this tokenizer.')).toBeUndefined();
    expect(explainError("AttributeError: Module '/t/utils.py' has no function 'nope' (from YAML in /t)")?.says).toMatch(
      /^`!function utils\.nope` /,
    );
    expect(explainError("[UTILS-TYPE-001]Found keyword </E> in a dictionary's prompt key.")?.rules).toEqual(['prompt-raises']);
  });
});

describe('every exception on record', () => {
  for (const file of [
    'opencompass/quirks',
    'opencompass/fuzz',
    'opencompass/prompts',
    'opencompass/configs',
    'aisbench/prompts',
    'lm-eval/corner-cases',
    'lm-eval/formats',
    'lm-eval/functions',
  ]) {
    const path = golden(`${file}.jsonl.gz`);
    it.skipIf(path === undefined)(`of ${file} is explained`, () => {
      const raised = new Set(
        [...readLines(path!)].flatMap((row) => [...errorsIn(row)]).filter((text) => /^\w+(?:Error|Invalid)\b/.test(text)),
      );
      expect(raised.size).toBeGreaterThan(0);
      expect([...raised].filter((text) => !explainError(text))).toEqual([]);
    });
  }
});

// As the frameworks raised them, run on broken configs: the calls that matter, in short.
describe('a traceback of a framework', () => {
  const traceback = (calls: readonly string[], last: string): string =>
    [
      'Traceback (most recent call last):',
      ...calls.map((call) => `  File "/venv/${call.replace(' ', '", line 7, in ')}\n    x()`),
      last,
      '',
    ].join('\n');
  const utils = 'mmengine/config/utils.py visit_ImportFrom';

  it.each([
    [
      'base-not-found',
      ['mmengine/config/config.py fromfile'],
      'mmengine.config.utils.ConfigParsingError: nope.py not found! It means that incorrect module',
    ],
    [
      'base-name-missing',
      ['mmengine/config/config.py fromfile', utils, 'mmengine/config/config.py __missing__'],
      "KeyError: 'pond_dataset'",
    ],
    ['raises', ['mmengine/config/config.py fromfile', 'eval.py <module>'], "NameError: name 'model_pth' is not defined"],
    ['syntax-error', ['mmengine/config/config.py fromfile'], "SyntaxError: '(' was never closed"],
    ['wrong-type', ['opencompass/openicl/icl_prompt_template.py __init__'], 'AssertionError'],
    ['ice-token-missing', ['opencompass/openicl/icl_prompt_template.py _check_template_legacy'], "LookupError: '</E>' not in 'x {q}'"],
    ['unknown-role', ['opencompass/models/base.py parse_template', 'opencompass/models/base.py _split_rounds'], "KeyError: 'user'"],
    [
      'class-not-found',
      ['mmengine/registry/build_functions.py build_from_cfg'],
      "KeyError: 'HuggingFaceCausalM is not in the opencompass::model registry.'",
    ],
    [
      'missing-part',
      ['mmengine/registry/build_functions.py build_from_cfg'],
      `KeyError: '\`cfg\` or \`default_args\` must contain the key "type"'`,
    ],
    ['undefined-var', ['lm_eval/utils.py apply_template'], "jinja2.exceptions.UndefinedError: 'qq' is undefined"],
    ['unknown-method', ['lm_eval/utils.py apply_template'], "jinja2.exceptions.UndefinedError: 'str object' has no attribute 'strpi'"],
    ['unknown-filter', ['jinja2/environment.py compile'], "jinja2.exceptions.TemplateAssertionError: No filter named 'trimm'."],
    [
      'function-missing',
      ['lm_eval/tasks/_yaml_loader.py _import_func_in_yml'],
      "ImportError: Cannot import module 'utils' for function 'nope' (from YAML in /t)",
    ],
    ['wrong-field-type', ['lm_eval/api/task.py fewshot_docs'], "TypeError: '>' not supported between instances of 'str' and 'int'"],
    [
      'metric-argument',
      ['lm_eval/api/task.py __init__'],
      "ValueError: 'metric' key not provided for an entry in 'metric_list', must be specified!",
    ],
    ['split-not-loaded', ['lm_eval/api/task.py training_docs', 'datasets/dataset_dict.py __getitem__'], "KeyError: 'tran'"],
    [
      'syntax-error',
      ['lm_eval/tasks/manager.py _load_spec'],
      `KeyError: "Spec 'pond' is not a registered task/group/tag name or valid YAML path"`,
    ],
    [
      'function-missing',
      ['lm_eval/tasks/_yaml_loader.py _import_func_in_yml'],
      "AttributeError: Module 'utils' has no function 'doc_to_txt' (from YAML in /t)",
    ],
    ['function-missing', ['lm_eval/utils.py import_function'], "AttributeError: module 'utils' has no attribute 'doc_to_txt'"],
    [
      'function-missing',
      ['lm_eval/utils.py load_yaml_config', 'lm_eval/utils.py import_function'],
      "FileNotFoundError: [Errno 2] No such file or directory: '/t/utils.py'",
    ],
    ['base-not-found', ['lm_eval/utils.py load_yaml_config'], "FileNotFoundError: [Errno 2] No such file or directory: '/t/_base_yaml'"],
    [
      'base-not-found',
      ['lm_eval/tasks/_yaml_loader.py load_yaml', 'pathlib.py open'],
      "FileNotFoundError: [Errno 2] No such file or directory: '/t/_base_yaml'",
    ],
    ['unknown-metric', ['lm_eval/api/task.py __init__', 'lm_eval/api/registry.py get_metric_aggregation'], 'KeyError: None'],
    ['unknown-value', ['lm_eval/evaluator_utils.py _compute_task_aggregations'], "TypeError: 'NoneType' object is not callable"],
    ['mc-no-choice', ['lm_eval/api/task.py construct_requests', 'lm_eval/api/task.py doc_to_choice'], 'TypeError'],
    ['samples-short', ['lm_eval/api/samplers.py sample', 'random.py sample'], 'ValueError: Sample larger than population or is negative'],
    ['import-cycle', ['lm_eval/tasks/_yaml_loader.py load_yaml'], 'ValueError: Include cycle at /t/a.yaml'],
    [
      'missing-task-field',
      ['lm_eval/api/task.py eval_docs'],
      'ValueError: Task dataset (path=json, name=None) must have valid or test docs!',
    ],
    ['run-task-unknown', ['lm_eval/config/evaluate_config.py process_tasks'], 'ValueError: Tasks not found: gsm8kk'],
    [
      'run-refused',
      ['lm_eval/config/evaluate_config.py _validate_arguments'],
      'ValueError: When `fewshot_as_multiturn` is True, `apply_chat_template` must be set.',
    ],
    [
      'syntax-error',
      ['yaml/scanner.py fetch_value'],
      'yaml.scanner.ScannerError: mapping values are not allowed here\n  in "/t/a.yaml", line 4, column 14',
    ],
    ['syntax-error', ['mmengine/config/config.py fromfile'], 'TabError: inconsistent use of tabs and spaces in indentation'],
    [
      'base-not-found',
      ['mmengine/config/config.py _file2dict', 'mmengine/utils/path.py check_file_exist'],
      'FileNotFoundError: file "/x/configs/nope.py" does not exist',
    ],
    [
      'class-not-found',
      ['mmengine/config/lazy.py build'],
      'ImportError: Failed to import HuggingFaceCausalM from opencompass.models in eval.py, line 3',
    ],
    [
      'class-not-found',
      ['mmengine/config/lazy.py build'],
      "ModuleNotFoundError: Failed to import opencompass.modls in eval.py, line 3 for No module named 'opencompass.modls'",
    ],
    [
      'trailing-comma-tuple',
      ['mmengine/registry/build_functions.py build_from_cfg'],
      "TypeError: cfg should be a dict, ConfigDict or Config, but got <class 'tuple'>",
    ],
    [
      'missing-part',
      ['opencompass/tasks/openicl_infer.py run', 'mmengine/config/config.py __getattr__'],
      "AttributeError: 'ConfigDict' object has no attribute 'infer_cfg'",
    ],
    [
      'unknown-dataset-key',
      ['opencompass/datasets/base.py __init__'],
      "TypeError: GSM8KDataset.load() got an unexpected keyword argument 'pth'",
    ],
    [
      'unknown-key',
      ['mmengine/registry/build_functions.py build_from_cfg'],
      "TypeError: class `GenInferencer` in opencompass/openicl/icl_gen_inferencer.py: __init__() got an unexpected keyword argument 'max_outlen'",
    ],
    [
      'unknown-metric',
      ['lm_eval/api/registry.py get'],
      'KeyError: "Unknown metric \'exact_macth\'. Did you mean: exact_match?\\nAvailable: acc"',
    ],
    [
      'missing-part',
      ['opencompass/tasks/openicl_infer.py _inference', 'mmengine/config/config.py __getitem__', 'mmengine/config/config.py __missing__'],
      "KeyError: 'inferencer'",
    ],
    [
      'api-role-missing',
      ['opencompass/models/base_api.py _prompt2api', 'mmengine/config/config.py __getitem__', 'mmengine/config/config.py __missing__'],
      "KeyError: 'api_role'",
    ],
    [
      'unknown-split',
      [
        'opencompass/datasets/base.py _init_reader',
        'opencompass/openicl/icl_dataset_reader.py __init__',
        'datasets/dataset_dict.py __getitem__',
      ],
      "KeyError: 'trian'",
    ],
    ['unknown-column', ['opencompass/openicl/x.py y', 'datasets/arrow_dataset.py __init__'], "ValueError: Column 'anwser' doesn't exist."],
    ['trailing-comma-tuple', ['opencompass/tasks/openicl_infer.py run'], "AttributeError: 'tuple' object has no attribute 'copy'"],
    ['raises', ['mmengine/config/config.py _parse_lazy_import', 'eval.py <module>'], "TypeError: 'LazyAttr' object is not subscriptable"],
    ['raises', ['eval.py <module>', 'mmengine/config/lazy.py __call__'], 'RuntimeError'],
    ['import-cycle', ['mmengine/config/config.py fromfile'], 'RecursionError: maximum recursion depth exceeded'],
    ['missing-argument', ['opencompass/datasets/base.py __init__'], "TypeError: load() missing 1 required positional argument: 'path'"],
    ['prompt-raises', ['opencompass/x.py y'], 'NotImplementedError: Leaving prompt as empty is not supported'],
    ['unknown-column', ['datasets/formatting/formatting.py query_table'], 'KeyError: "Column answer not in the dataset. Current columns"'],
    ['missing-field', ['ais_bench/x.py y'], "AISBenchConfigError: [TMAN-CFG-002]Config file a.py does not contain 'models' param!"],
    [
      'wrong-type',
      ['ais_bench/x.py y'],
      "AISBenchInvalidTypeException: [UTILS-TYPE-001]Expected an object in ['str'] type, but got int: 3",
    ],
  ])('leads to %s by %j', (rule, calls, last) => {
    expect(explainError(traceback(calls, last))?.rules[0]).toBe(rule);
  });
});
