import { say } from '../../core/say.js';
import type { KnownError } from '../face/known-error.js';

/** lm-evaluation-harness 0.4.3 to 0.4.13 and 0.5.0.dev1: `api/task.py`, `api/samplers.py`, `config/task.py`, `config/formats.py`, `utils.py`, and Jinja 2. */
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
    from: /datasets\/dataset_dict\.py", line \d+, in __getitem__$/,
    answer: {
      rules: ['missing-task-field', 'wrong-field-type'],
      says: ([, split]) =>
        say`The dataset has no split ${split ?? ''}, which \`training_split\`, \`validation_split\`, \`test_split\` or \`fewshot_split\` names.`,
    },
  },
  {
    type: 'KeyError',
    message: /Spec '(.+)' is not a registered task/,
    answer: {
      rules: ['syntax-error', 'base-not-found', 'group-member-unknown'],
      says: ([, name]) =>
        say`The harness found no task ${name ?? ''}: its name is misspelt, its folder is not in \`--include_path\`, or its file could not be loaded because of a YAML error or a missing include.`,
    },
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
