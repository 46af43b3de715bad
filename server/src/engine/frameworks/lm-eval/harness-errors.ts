import { say } from '../../core/say.js';
import type { ErrorAnswer, KnownError } from '../face/known-error.js';

const noTask: ErrorAnswer = {
  rules: ['syntax-error', 'base-not-found', 'raises', 'group-member-unknown'],
  says: ([, name]) =>
    say`The harness found no task ${name ?? ''}: its name is misspelt, its folder is not in \`--include_path\`, or its file could not be loaded because of a YAML error or a missing include.`,
};

const noFunction: ErrorAnswer = {
  rules: ['function-missing'],
  says: ([, module = '', name]) =>
    say`\`!function ${module.replace(/^.*[\\/]|\.py$/g, '')}.${name ?? ''}\` leads nowhere: the module has no function of that name.`,
};

/** lm-evaluation-harness 0.4.3 to 0.4.13 and 0.5.0.dev1: `api/task.py`, `api/samplers.py`, `config/`, `tasks/`, `evaluator.py`, `utils.py`, and Jinja 2. */
export const lmEvalErrors: readonly KnownError[] = [
  {
    type: 'UndefinedError',
    message: /^'(.+)' is undefined/,
    answer: {
      rules: ['undefined-var', 'undefined-silent'],
      says: ([, name]) =>
        say`A template asks for the column ${name ?? ''}, which the document does not have: it is misspelt, or \`process_docs\` makes it under another name.`,
    },
  },
  {
    type: 'KeyError',
    message: /^'(.+)'/,
    from: /lm_eval\/api\/task\.py", line \d+, in \w+\n.*datasets\/dataset_dict\.py", line \d+, in __getitem__$/,
    answer: {
      rules: ['split-not-loaded', 'missing-task-field', 'wrong-field-type'],
      says: ([, split]) =>
        say`The dataset has no split ${split ?? ''}, which \`training_split\`, \`validation_split\`, \`test_split\` or \`fewshot_split\` names.`,
    },
  },
  {
    type: 'KeyError',
    message: /Spec '(.+)' is not a registered task/,
    answer: noTask,
  },
  {
    type: 'TypeError',
    message: /^'>' not supported between instances of '(\w+)' and 'int'/,
    from: /lm_eval\/api\/task\.py", line \d+, in (?:fewshot_docs|__init__)$/,
    answer: {
      rules: ['wrong-field-type'],
      says: ([, type]) => say`\`num_fewshot\` is a ${type ?? ''}, where the harness takes an int.`,
    },
  },
  {
    type: 'ValueError',
    message: /^'metric' key not provided/,
    answer: {
      rules: ['metric-argument', 'wrong-field-type'],
      says: () => say`An entry of \`metric_list\` has no \`metric\`: its key is misspelt, or the entry is no dict.`,
    },
  },
  {
    type: 'TemplateAssertionError',
    message: /^No (filter|test) named '(.+?)'/,
    answer: {
      rules: ['unknown-filter', 'unknown-test'],
      says: ([, what, name]) => say`Jinja has no ${what ?? ''} ${name ?? ''}, which a template uses.`,
    },
  },
  {
    type: 'ImportError',
    message: /^Cannot import module '(.+)' for function '(.+?)'/,
    answer: {
      rules: ['function-missing'],
      says: ([, module, name]) =>
        say`\`!function ${module ?? ''}.${name ?? ''}\` leads nowhere: there is no module ${module ?? ''} beside the task file.`,
    },
  },
  {
    type: 'KeyError',
    message: /^None$/,
    from: /lm_eval\/api\/(?:task|registry)\.py", line \d+, in /,
    answer: {
      rules: ['unknown-metric'],
      says: () => say`The harness has no metric of the name that \`metric_list\` has, and nothing says how its values are combined.`,
    },
  },
  {
    type: 'TypeError',
    message: /^'NoneType' object is not callable/,
    from: /lm_eval\/(?:evaluator|evaluator_utils)\.py", line \d+, in (?:_compute_task_aggregations|calculate_aggregate_metric)$/m,
    answer: {
      rules: ['unknown-value', 'metric-aggregation'],
      says: () => say`The \`aggregation\` of a metric is none that the harness has.`,
    },
  },
  {
    type: 'TypeError',
    message: /^$/,
    from: /lm_eval\/api\/task\.py", line \d+, in doc_to_choice$/m,
    answer: { rules: ['mc-no-choice', 'task-raises'], says: () => say`A task of choices has no usable \`doc_to_choice\`.` },
  },
  {
    type: 'TypeError',
    message: /^$/,
    from: /lm_eval\/api\/task\.py", line \d+, in doc_to_(?:text|target)$/m,
    answer: {
      rules: ['missing-task-field', 'wrong-field-type', 'task-raises'],
      says: () => say`A task has no usable \`doc_to_text\` or \`doc_to_target\`: it is missing, or of a wrong kind.`,
    },
  },
  {
    type: 'KeyError',
    message: /^'(.+)'/,
    from: /lm_eval\/api\/registry\.py", line \d+, in get_filter$/m,
    answer: {
      rules: ['unknown-value'],
      says: ([, name]) => say`The harness has no ${'filter'} ${name ?? ''}: it is misspelt, or of another release.`,
    },
  },
  {
    type: 'ValueError',
    message: /^'(.+)' is not in the subpath of '.*lm_eval[\\/]tasks'/,
    answer: {
      rules: [],
      says: ([, path]) =>
        say`lm_eval 0.4.9.2 refuses each task outside of its own folder that is asked for by its name, as ${path ?? ''} is: take another release.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Sample larger than population/,
    answer: {
      rules: ['samples-short'],
      says: () => say`More examples are asked for than the split has rows that they are drawn from: lower \`num_fewshot\`.`,
    },
  },
  { type: 'AttributeError', message: /^Module '(.+)' has no function '(.+?)'/, answer: noFunction },
  {
    type: 'AttributeError',
    message: /^module '(.+)' has no attribute '(.+?)'/,
    from: /lm_eval\/(?:utils|tasks\/_yaml_loader)\.py", line \d+, in (?:import_function|_import_func_in_yml)$/m,
    answer: noFunction,
  },
  {
    type: 'FileNotFoundError',
    message: /No such file or directory: '(.+\.py)'/,
    from: /lm_eval\/(?:utils|tasks\/_yaml_loader)\.py", line \d+, in (?:import_function|_load_module_with_cache)$/m,
    answer: {
      rules: ['function-missing'],
      says: ([, path]) => say`A \`!function\` names a module that is not there: ${path ?? ''}. It is looked for beside the task file.`,
    },
  },
  {
    type: 'FileNotFoundError',
    message: /No such file or directory: '(.+)'/,
    from: /lm_eval\/(?:utils\.py", line \d+, in load_yaml_config|tasks\/_yaml_loader\.py", line \d+, in load_yaml)$/m,
    answer: { rules: ['base-not-found'], says: ([, path]) => say`A file that a task includes is not there: ${path ?? ''}.` },
  },
  {
    type: 'ValueError',
    message: /^Include cycle at (.+)/,
    answer: { rules: ['import-cycle'], says: ([, path]) => say`What a task includes leads back to ${path ?? ''}.` },
  },
  {
    type: 'ValueError',
    message: /^Expected YAML dict from (.+), got (\w+)/,
    answer: {
      rules: ['syntax-error'],
      says: ([, path, kind]) => say`${path ?? ''} holds a ${kind ?? ''}, where a task is a mapping of fields.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Invalid function reference '(.+)': no module path/,
    answer: {
      rules: ['function-missing'],
      says: ([, name]) => say`\`!function\` takes a module and a function, as in \`!function utils.${name ?? ''}\`.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Task dataset \(.*\) must have valid or test docs/,
    answer: {
      rules: ['missing-task-field'],
      says: () => say`The task names no split that is tested: it has neither \`test_split\` nor \`validation_split\`.`,
    },
  },
  { type: 'ValueError', message: /^Tasks not found: (.+)/, answer: { rules: ['run-task-unknown', ...noTask.rules], says: noTask.says } },
  {
    type: 'ValueError',
    message: /^Duplicate task '(.+)': found in both '(.+)' and '(.+)'/,
    answer: {
      rules: [],
      says: ([, name, one, other]) =>
        say`The task ${name ?? ''} is asked for twice, by ${one ?? ''} and by ${other ?? ''}: ask for one of them, or for each in a run of its own.`,
    },
  },
  {
    type: 'ValueError',
    message: /^The number of fewshot examples must be 0 for perplexity tasks/,
    answer: {
      rules: ['task-raises'],
      says: () => say`A task that is measured by perplexity takes no examples: \`num_fewshot\` must be 0.`,
    },
  },
  {
    message: /^`fewshot_config\['samples'\]` was incorrectly defined/,
    answer: {
      rules: ['wrong-field-type'],
      says: () => say`\`samples\` of \`fewshot_config\` must be a list of documents, or a function that gives one.`,
    },
  },
  {
    type: 'TypeError',
    message: /^fewshot_config\.sampler should be/,
    answer: {
      rules: ['wrong-field-type', 'unknown-value'],
      says: () => say`\`sampler\` of \`fewshot_config\` must be the name of a sampler: \`default\` or \`first_n\`.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Attempted to run task: (.+) which is marked as unsafe/,
    answer: {
      rules: [],
      says: ([, name]) =>
        say`The task ${name ?? ''} runs code that the model writes. Where that may be, say \`--confirm_run_unsafe_code\`.`,
    },
  },
  {
    type: 'KeyError',
    message: /Unknown (\w+) '(.+?)'\./,
    answer: {
      rules: ['unknown-metric', 'filter-argument', 'unknown-value'],
      says: ([, what, name]) => say`The harness has no ${what ?? ''} ${name ?? ''}: it is misspelt, or of another release.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Attempted to load model '(.+?)'/,
    answer: {
      rules: [],
      says: ([, name]) => say`The harness has no kind of model ${name ?? ''}: \`--model\`, or \`model\` of a run, is misspelt.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Expected `?kwargs\['until'\]`? to be of type/,
    answer: {
      rules: ['generation-argument', 'wrong-field-type'],
      says: () => say`\`until\` of \`generation_kwargs\` must be a text or a list of texts.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Passed invalid output_type '(\w+)'/,
    answer: { rules: ['unknown-value'], says: ([, name]) => say`There is no \`output_type\` ${name ?? ''}.` },
  },
  {
    type: 'ValueError',
    message:
      /^(?:When `fewshot_as_multiturn` is True|Specify --output_path if providing|If --samples is not None|seed (?:expects|values)|Need to specify task|No tasks specified)/,
    answer: {
      rules: ['run-refused'],
      says: () => say`The run stops at its own options, before it asks a model anything: what the message names is to be changed.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Invalid YAML in (\S+):/,
    answer: { rules: ['syntax-error'], says: () => say`The file cannot be read as YAML.` },
  },
  {
    type: 'UndefinedError',
    message: /^'(.+)' has no attribute '(.+)'/,
    answer: {
      rules: ['unknown-method', 'undefined-var', 'task-raises'],
      says: ([, owner, key]) => say`A template asks ${owner ?? ''} for ${key ?? ''}, which it does not have.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Error rendering template: (.*?) with doc:/s,
    answer: {
      rules: ['undefined-var', 'jinja-syntax', 'task-raises'],
      says: ([, template]) =>
        say`Jinja cannot render ${template ?? ''} on this document: a column that it asks for is not there, or its syntax is broken.`,
    },
  },
  {
    type: 'TemplateSyntaxError',
    message: /./,
    answer: {
      rules: ['jinja-syntax', 'single-brace'],
      says: () => say`The syntax of a Jinja template is broken: often a brace or a quote is missing.`,
    },
  },
  {
    type: 'TemplateError',
    message: /^Conversation roles must alternate/,
    answer: {
      rules: ['multiturn-empty-user', 'task-raises'],
      says: () =>
        say`The model's chat template takes turns of user and assistant only, one after the other: the system instruction or the examples as turns break that. Leave out \`--system_instruction\`, or \`--fewshot_as_multiturn\`.`,
    },
  },
  {
    type: 'AssertionError',
    message: /^Answer is not a string! : (.*)/s,
    answer: {
      rules: ['int-target', 'choice-nonstring', 'task-raises'],
      says: ([, answer]) =>
        say`\`doc_to_target\` or \`doc_to_choice\` gives ${answer ?? ''}, which is no text, where an example is written: give a text, or an index with \`doc_to_choice\`.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Unexpected answer type: (.*)/,
    answer: {
      rules: ['int-target', 'task-raises'],
      says: ([, answer]) => say`\`doc_to_target\` gives ${answer ?? ''}, which this release cannot write into an example.`,
    },
  },
  {
    type: 'AssertionError',
    message: /^Expected (\w+) to be (?:a )?str(?:ing)?, got (.*)/,
    answer: {
      rules: ['int-target', 'task-raises'],
      says: ([, what, got]) => say`The ${what ?? ''} of a document is ${got ?? ''} where a text is needed.`,
    },
  },
  {
    message: /Attempted to use contextsampler '(\w+)'/,
    answer: {
      rules: ['unknown-value'],
      says: ([, name]) =>
        say`\`fewshot_config.sampler\` is ${name ?? ''}, which the harness does not have: it has \`default\` and \`first_n\`.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(TaskConfig|FewshotConfig|\w+Format)\.__init__\(\) got an unexpected keyword argument '(\w+)'/,
    answer: {
      rules: ['unknown-field', 'unknown-fewshot-key'],
      says: ([, owner, key]) => say`${owner ?? ''} has no field ${key ?? ''}: it is misspelt, or of another release.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Got invalid output_type '(\w+)'/,
    answer: { rules: ['unknown-value'], says: ([, name]) => say`There is no \`output_type\` ${name ?? ''}.` },
  },
  {
    type: 'ValueError',
    message: /^Unknown format: (\w+)/,
    answer: { rules: ['unknown-value'], says: ([, name]) => say`There is no prompt format ${name ?? ''}.` },
  },
  {
    type: 'ValueError',
    message: /^Format '(\w+)' has output_type='multiple_choice' but no doc_to_choice/,
    answer: {
      rules: ['mc-no-choice'],
      says: ([, name]) => say`The format ${name ?? ''} asks by choices, and the task has no \`doc_to_choice\`.`,
    },
  },
  {
    type: 'ValueError',
    message: /^malformed node or string/,
    answer: {
      rules: ['list-index-target', 'task-raises'],
      says: () =>
        say`The text of \`doc_to_choice\` or \`doc_to_target\` is read as a Python literal and is not one: write the list itself, or a template that gives one.`,
    },
  },
  {
    type: 'AssertionError',
    message: /^Error: number of fewshot samples requested exceeds the (\d+)/,
    answer: {
      rules: ['samples-short'],
      says: ([, number]) => say`More examples are asked for than the ${number ?? ''} that there are: lower \`num_fewshot\`.`,
    },
  },
  {
    type: 'ValueError',
    message: /^task\.build_requests\(\) did not find any docs/,
    answer: {
      rules: ['missing-field', 'task-raises'],
      says: () => say`The split that is tested has no document: look at \`test_split\`, \`--limit\` and what \`process_docs\` leaves.`,
    },
  },
  {
    type: 'UnboundLocalError',
    message: /'doc_to_choice'/,
    answer: { rules: ['mc-no-choice', 'task-raises'], says: () => say`A task of choices has no usable \`doc_to_choice\`.` },
  },
];
