import { say } from '../../../core/say.js';
import type { KnownError } from '../../face/known-error.js';
import { faultAnswers } from './fault-answers.js';

/** OpenCompass 0.5.4: `openicl/icl_prompt_template.py`, `openicl/icl_retriever/`, `models/base.py`, `models/base_api.py`, `utils/prompt.py`, `datasets/base.py`. */
export const openCompassErrors: readonly KnownError[] = [
  {
    type: 'KeyError',
    message: /^'(.+)'/,
    from: /models\/base\.py", line \d+, in (?:_split_rounds|_prompt2str)$/m,
    answer: {
      rules: ['unknown-role', 'missing-fallback-role'],
      says: ([, role]) =>
        say`A turn of the dataset has the role ${role ?? ''}, which the model's \`meta_template\` does not have in its round.`,
    },
  },
  {
    type: 'NameError',
    message: /^name 'index_list(\w*)' is not defined/,
    answer: {
      rules: ['wrong-type', 'prompt-raises'],
      says: ([, range]) =>
        say`A \`train_range\` or \`test_range\` is a slice in brackets, such as \`[0:16]\`, and here it is ${range ?? ''}.`,
    },
  },
  {
    type: 'KeyError',
    message: /must contain the key "type"/,
    answer: {
      rules: ['missing-part'],
      says: () => say`A dict of the config has no \`type\`, which names its class.`,
    },
  },
  {
    type: 'AssertionError',
    message: /^$/,
    from: /icl_prompt_template\.py", line \d+, in \w+$/,
    answer: {
      rules: ['wrong-type', 'missing-argument'],
      says: () => say`The \`template\` of a prompt template is neither a text nor a dict, or its parts are of a wrong kind.`,
    },
  },
  { type: 'KeyError', message: /neither has an appropriate role nor a fallback role/, answer: faultAnswers['turn-role'] },
  { type: 'KeyError', message: /^None$/, answer: faultAnswers['turn-role'] },
  {
    type: 'KeyError',
    message: /^'api_role'$/,
    answer: {
      rules: ['api-role-missing'],
      says: () =>
        say`A role of the model's \`meta_template\` has no \`api_role\`, which a model that is asked through an API needs: add \`api_role='HUMAN'\`, \`'BOT'\` or \`'SYSTEM'\`.`,
    },
  },
  {
    type: 'KeyError',
    message: /^'?(\S+) is not in the \S+ registry/,
    answer: {
      rules: ['class-not-found', 'unknown-value', 'prompt-raises'],
      says: ([, name]) => say`No class is registered as ${name ?? ''}: it is misspelt, was not imported, or belongs to another release.`,
    },
  },
  { type: 'AssertionError', message: /^round is required in meta template/, answer: faultAnswers['meta-round-missing'] },
  { type: 'AssertionError', message: /^role in meta prompt must be unique/, answer: faultAnswers['meta-role-twice'] },
  {
    type: 'AssertionError',
    message: /^(?:currently (?:round|item) is|reserved_roles is|meta_template is)/,
    answer: faultAnswers['meta-type'],
  },
  { type: 'AssertionError', message: /^Both ice_template and prompt_template cannot be None/, answer: faultAnswers['templates-missing'] },
  {
    type: 'AssertionError',
    message: /^You have not specified ice_template while retrieving examples/,
    answer: faultAnswers['ice-template-missing'],
  },
  { type: 'AssertionError', message: /^Index \d+ is out of range of \d+/, answer: faultAnswers['example-id'] },
  {
    type: 'NotImplementedError',
    message: /^ice_token of (?:prompt|ice)_template is not provided/,
    answer: faultAnswers['ice-token-undefined'],
  },
  { type: 'LookupError', message: /^'.*' not in '/s, answer: faultAnswers['ice-token-missing'] },
  { type: 'TypeError', message: /^Found keyword .* in a dictionary's prompt key/, answer: faultAnswers['examples-in-turn'] },
  { type: 'TypeError', message: /^replace\(\) argument 2 must be str, not (?:PromptList|list)/, answer: faultAnswers['examples-in-turn'] },
  { type: 'TypeError', message: /^dictionary of template expects a str, list or a dict/, answer: faultAnswers['template-part-type'] },
  { type: 'NotImplementedError', message: /^Leaving prompt as empty is not supported/, answer: faultAnswers['templates-missing'] },
  { type: 'TypeError', message: /^Expect(?:ed)? an? (?:\w+ )?object/, answer: faultAnswers['argument-type'] },
  {
    type: 'TypeError',
    message: /^Mixing str without explicit role is not allowed in API models/,
    answer: faultAnswers['meta-text-in-round'],
  },
  {
    type: 'NotImplementedError',
    message: /^Using List\[str\|int\] is as the begin or end/,
    answer: {
      rules: ['wrong-type'],
      says: () => say`\`begin\` and \`end\` of a role are texts for this parser: a list of tokens is not supported.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(?:safe_format|PromptList\.format)\(\) got multiple values for argument '(\w+)'/,
    answer: {
      rules: ['prompt-raises'],
      says: ([, name]) =>
        say`A column of the data is called ${name ?? ''}, which is the name of an argument of the formatting function: rename the column.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(?:class `(\w+)` in \S+: |(\w+)\.)?(?:\w+\.)?__init__\(\) got an unexpected keyword argument '(\w+)'/,
    answer: {
      rules: ['unknown-key', 'unknown-model-key', 'unknown-dataset-key'],
      says: ([, wrapped, owner, key]) =>
        say`The config gives ${wrapped ?? owner ?? '__init__'} a key ${key ?? ''} that it does not take: it is misspelt, or of another release.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(?:class `(\w+)` in \S+: |(\w+)\.)?(?:\w+\.)?__init__\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.*)/,
    answer: {
      rules: ['missing-argument', 'missing-field', 'prompt-raises'],
      says: ([, wrapped, owner, keys]) => say`The config does not give ${wrapped ?? owner ?? '__init__'} what it needs: ${keys ?? ''}.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(?:(\w+)\.)?load\(\) got an unexpected keyword argument '(\w+)'/,
    answer: {
      rules: ['unknown-dataset-key', 'unknown-key'],
      says: ([, owner, key]) =>
        say`The config gives ${owner ?? 'load'} a key ${key ?? ''} that it does not take: it is misspelt, or of another release.`,
    },
  },
  {
    type: 'TypeError',
    message: /^(?:(\w+)\.)?load\(\) missing \d+ required (?:positional|keyword-only) arguments?: (.*)/,
    answer: {
      rules: ['missing-argument', 'missing-field', 'prompt-raises'],
      says: ([, owner, keys]) => say`The config does not give ${owner ?? 'load'} what it needs: ${keys ?? ''}.`,
    },
  },
  {
    type: 'AttributeError',
    message: /^'ConfigDict' object has no attribute '(\w+)'/,
    answer: {
      rules: ['missing-part', 'missing-field'],
      says: ([, key]) => say`A dict of the config has no \`${key ?? ''}\`, which the framework asks it for.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Unknown role (\S+)/,
    answer: {
      rules: ['unknown-role', 'api-role-invalid'],
      says: ([, role]) =>
        say`A model that uses its own chat template knows the roles HUMAN, BOT and SYSTEM only, and a turn has ${role ?? ''}.`,
    },
  },
  {
    message: /^(?:Prediction files not found: neither|No predictions found for) /,
    answer: {
      rules: [],
      says: () =>
        say`There are no answers to evaluate: the run that asks the model has failed before, and its own log says why, or it kept them in another folder.`,
    },
  },
  {
    type: 'ValueError',
    message: /^(?:Model|Dataset) (.+) not found in config\./,
    answer: {
      rules: [],
      says: ([, name]) =>
        say`\`model_dataset_combinations\` names ${name ?? ''}, which is not among the \`models\` or \`datasets\` of the config.`,
    },
  },
  {
    type: 'ValueError',
    message: /^Config file (\S+) does not contain "models" field/,
    answer: {
      rules: [],
      says: ([, path]) => say`${path ?? ''}, which \`--models\` names, has no \`models\`: it is another config.`,
    },
  },
  {
    type: 'ValueError',
    message: /^The provided pattern matches 0 or more than one config/,
    answer: {
      rules: [],
      says: () =>
        say`No config has the name that \`--models\` or \`--datasets\` asks for: the message names the words that were not found.`,
    },
  },
  {
    type: 'TypeError',
    message: /argument after \*\* must be a mapping, not tuple/,
    answer: {
      rules: ['trailing-comma-tuple'],
      says: () => say`A comma behind a dict makes a tuple of it: remove the comma at the end of the line.`,
    },
  },
  {
    type: 'ValueError',
    message: /^messages\[\d+\] (?:missing|has invalid)/,
    answer: {
      rules: ['prompt-raises'],
      says: () => say`A message of a RawPromptTemplate needs a \`role\` (system, user or assistant) and a \`content\`.`,
    },
  },
  {
    type: 'TypeError',
    message: /^messages(?:\[\d+\])? must be a/,
    answer: { rules: ['prompt-raises'], says: () => say`The \`messages\` of a RawPromptTemplate must be a list of dicts.` },
  },
  {
    type: 'IndexError',
    message: /^pop from empty list/,
    answer: faultAnswers['section-marker'],
  },
];
