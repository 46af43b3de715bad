import { say } from '../../core/say.js';
import type { ErrorAnswer, KnownError } from '../../frameworks/face/known-error.js';

/** What raises where the framework has no words of its own: the rules of last resort show where. */
const raisingRules = ['prompt-raises', 'task-raises', 'raises'];

function inCase(says: ErrorAnswer['says'], rules: readonly string[] = raisingRules): ErrorAnswer {
  return { rules, says };
}

const lazyNames = inCase(
  () => say`While a config is loaded, what it imports is a name and nothing else: it cannot be called, looked into or taken apart there.`,
  ['raises', 'own-code'],
);

/** mmengine 0.10 `config/config.py` and `config/utils.py`; then Python's own exceptions, which say little of a config. */
export const pythonErrors: readonly KnownError[] = [
  {
    type: 'KeyError',
    message: /^'(\w+)'/,
    from: /mmengine\/config\/utils\.py", line \d+, in visit_ImportFrom(?![^]*opencompass\/models)/,
    answer: inCase(
      ([, name]) => say`A base that the config imports under \`read_base\` does not define ${name ?? ''}.`,
      ['base-name-missing'],
    ),
  },
  {
    type: 'KeyError',
    message: /^'(\w+)'/,
    from: /\/(?:opencompass|benchmark)\/(?:tasks|partitioners|runners|summarizers|utils|cli)\/[\w/]+\.py", line \d+, in \w+\n(?:.*mmengine\/config\/config\.py", line \d+, in __getitem__\n)+.*mmengine\/config\/config\.py", line \d+, in __missing__$/m,
    answer: inCase(
      ([, key]) => say`A dict of the config has no \`${key ?? ''}\`, which the framework asks it for.`,
      ['missing-part', 'missing-field'],
    ),
  },
  {
    type: 'KeyError',
    message: /^'(.+)'/,
    from: /\/(?:opencompass|benchmark)\/[\w/]+\.py", line \d+, in \w+\n.*datasets\/dataset_dict\.py", line \d+, in __getitem__$/m,
    answer: inCase(([, split]) => say`The dataset has no split ${split ?? ''}, which its \`reader_cfg\` names.`, ['unknown-split']),
  },
  {
    type: 'ConfigParsingError',
    message: /^(\S+) not found! It means that incorrect module/,
    answer: inCase(([, path]) => say`A base that a config imports under \`read_base\` is not there: ${path ?? ''}.`, ['base-not-found']),
  },
  {
    type: 'ConfigParsingError',
    message: /./,
    answer: inCase(
      () =>
        say`mmengine takes only some kinds of imports in a config: names from a base under \`with read_base():\`, classes outside of it.`,
      ['raises'],
    ),
  },
  {
    type: 'AssertionError',
    message: /^Illegal syntax in config/,
    answer: inCase(() => say`mmengine takes only \`from .base import name\` under \`with read_base():\`.`, ['raises']),
  },
  {
    type: 'FileNotFoundError',
    message: /^file "(.+)" does not exist$/,
    answer: inCase(([, path]) => say`A config, or a base that one names, is not there: ${path ?? ''}.`, ['base-not-found']),
  },
  {
    type: 'ImportError',
    message: /^Failed to import (\S+) from (\S+) in (.+)/,
    answer: inCase(
      ([, name, module]) => say`${module ?? ''} has no ${name ?? ''}: it is misspelt, or of another release.`,
      ['class-not-found'],
    ),
  },
  {
    type: 'ModuleNotFoundError',
    message: /^Failed to import (\S+) in /,
    answer: inCase(([, name]) => say`The module ${name ?? ''} is not there: it is misspelt, or not installed.`, ['class-not-found']),
  },
  {
    type: 'TypeError',
    message: /^cfg should be a dict, ConfigDict or Config, but got <class '(?:.+\.)?(\w+)'>/,
    answer: inCase(
      ([, kind]) =>
        say`Where a dict that names its class must stand is a ${kind ?? ''}. A comma behind a dict makes a tuple of it: look at the end of the line.`,
      ['trailing-comma-tuple', 'wrong-type'],
    ),
  },
  {
    type: 'TypeError',
    message: /^type must be a str or valid type, but got (.+)/,
    answer: inCase(([, kind]) => say`A \`type\` must be a class or its name, and is of ${kind ?? ''}.`, ['wrong-type', 'missing-part']),
  },
  {
    type: 'KeyError',
    message: /`(\w+)` cannot be found in `os\.environ`/,
    answer: inCase(
      ([, name]) => say`The config asks for the environment variable ${name ?? ''}, which is not set.`,
      ['depends-on-environment'],
    ),
  },
  ...['ScannerError', 'ParserError', 'ComposerError', 'ConstructorError', 'ReaderError'].map((type) => ({
    type,
    message: /(?:)/,
    answer: inCase(() => say`The file cannot be read as YAML.`, ['syntax-error', 'raises']),
  })),
  { type: 'SyntaxError', message: /(?:)/, answer: inCase(() => say`The file cannot be read as Python.`, ['syntax-error']) },
  ...['IndentationError', 'TabError'].map((type) => ({
    type,
    message: /./,
    answer: inCase(
      () => say`The file cannot be read as Python: a line is indented differently from the lines around it.`,
      ['syntax-error'],
    ),
  })),
  {
    type: 'NameError',
    message: /^name '(.+)' is not defined/,
    answer: inCase(
      ([, name]) => say`${name ?? ''} is used and nowhere defined: it is misspelt, or a base does not have it.`,
      ['raises', 'base-name-missing'],
    ),
  },
  {
    type: 'ImportError',
    message: /^cannot import name '(.+?)' from '(.+?)'/,
    answer: inCase(
      ([, name, module]) => say`${module ?? ''} has no ${name ?? ''}: it is misspelt, or of another release.`,
      ['class-not-found', 'base-name-missing'],
    ),
  },
  {
    type: 'ModuleNotFoundError',
    message: /^No module named '(.+)'/,
    answer: inCase(
      ([, name]) => say`The module ${name ?? ''} is not there: it is misspelt, or not installed.`,
      ['class-not-found', 'base-not-found', 'function-missing'],
    ),
  },
  {
    type: 'AttributeError',
    message: /^'tuple' object has no attribute/,
    answer: inCase(
      () => say`A comma behind a dict makes a tuple of it: remove the comma at the end of the line.`,
      ['trailing-comma-tuple', ...raisingRules, 'wrong-type'],
    ),
  },
  {
    type: 'AttributeError',
    message: /has no attribute '(.+)'/,
    answer: inCase(
      ([, name]) =>
        say`A value of the config is asked for ${name ?? ''}, which it does not have: often None, or a text where a dict is meant.`,
      [...raisingRules, 'wrong-type'],
    ),
  },
  {
    type: 'AttributeError',
    message: /(?:)/,
    answer: inCase(
      () => say`A value of the config is asked for something that it does not have: often None, or a text where a dict is meant.`,
    ),
  },
  {
    type: 'KeyError',
    message: /Duplicate key is not allowed among bases\. Duplicate keys: (.+?)'?$/,
    answer: inCase(
      ([, names]) => say`Several bases of \`_base_\` define the same: ${names ?? ''}. Each name may come from one of them.`,
      ['raises'],
    ),
  },
  {
    type: 'KeyError',
    message: /^'(\w+) is reserved for config file'/,
    answer: inCase(([, name]) => say`A config may not define ${name ?? ''}: mmengine keeps the name for itself.`, ['raises']),
  },
  {
    type: 'TypeError',
    message: /^(\w+)=.* in child config cannot inherit from base/s,
    answer: inCase(
      ([, key]) =>
        say`${key ?? ''} is a dict here and something else in the base: \`_delete_=True\` in it takes the place of what the base has.`,
      ['raises'],
    ),
  },
  {
    type: 'RecursionError',
    message: /(?:)/,
    answer: inCase(() => say`Something leads back to itself, as bases that import each other do.`, ['import-cycle']),
  },
  {
    message: /^Column '(.+)' doesn't exist\.?$/,
    answer: inCase(([, column]) => say`The rows have no column ${column ?? ''}.`, ['unknown-column']),
  },
  {
    type: 'TypeError',
    message: /^'Lazy(?:Attr|Object)' object is not/,
    answer: lazyNames,
  },
  { type: 'RuntimeError', message: /^$/, from: /mmengine\/config\/lazy\.py", line \d+, in __call__$/m, answer: lazyNames },
  {
    type: 'KeyError',
    message: /Column (\S+) not in the dataset/,
    answer: inCase(([, column]) => say`The rows have no column ${column ?? ''}.`, ['unknown-column']),
  },
  {
    type: 'KeyError',
    message: /^(.*)/,
    answer: inCase(
      ([, key]) => say`A dict, a row of the data, or a table of names has no key ${key ?? ''}.`,
      [...raisingRules, 'unknown-key', 'undefined-var'],
    ),
  },
  {
    type: 'FileNotFoundError',
    message: /./,
    answer: inCase(() => say`A file of the data is not where the config or the dataset's class looks for it.`, []),
  },
  {
    type: 'JSONDecodeError',
    message: /(?:)/,
    answer: inCase(
      () =>
        say`A file of the data is no JSON, or holds several documents: a class that reads JSON was given JSON Lines, or the other way round.`,
      [],
    ),
  },
  {
    type: 'ArrowInvalid',
    message: /(?:)/,
    answer: inCase(
      () => say`Rows cannot be put into one table: a column holds values of kinds that do not go together, such as numbers and texts.`,
      [],
    ),
  },
  {
    type: 'ArrowTypeError',
    message: /(?:)/,
    answer: inCase(
      () => say`Rows cannot be put into one table: a column holds values of kinds that do not go together, such as lists and texts.`,
      [],
    ),
  },
  {
    type: 'UndefinedError',
    message: /(?:)/,
    answer: inCase(() => say`A Jinja template asks for something that is not there.`, ['undefined-var', 'task-raises']),
  },
  {
    type: 'TypeError',
    message: /(?:)/,
    answer: inCase(
      () => say`A value of the config, or of the data, is of another kind than the framework's code takes there.`,
      [...raisingRules, 'wrong-type'],
    ),
  },
  {
    type: 'AssertionError',
    message: /(?:)/,
    answer: inCase(() => say`The framework checks something of the config, and it does not hold.`, [...raisingRules, 'wrong-type']),
  },
  {
    type: 'ValueError',
    message: /^BuilderConfig '(.+?)' not found/,
    answer: inCase(
      ([, name]) =>
        say`The dataset has no part ${name ?? ''} (\`dataset_name\` of a task, \`name\` of a dataset): the message names those that it has.`,
      [],
    ),
  },
  {
    type: 'ValueError',
    message: /^Unknown split "(.+?)"\. Should be one of/,
    answer: inCase(
      ([, split]) => say`The dataset has no split ${split ?? ''}: the message names those that it has.`,
      ['split-not-loaded', 'unknown-split'],
    ),
  },
  {
    type: 'DatasetNotFoundError',
    message: /^Dataset '(.+?)'/,
    answer: inCase(
      ([, name]) =>
        say`The dataset ${name ?? ''} is not on the Hub, or may not be read from there: its name is misspelt, or access to it must be asked for.`,
      [],
    ),
  },
  {
    type: 'ValueError',
    message: /(?:)/,
    answer: inCase(
      () => say`A value of the config, or of the data, is not one that the framework's code can use.`,
      [...raisingRules, 'unknown-value', 'wrong-type'],
    ),
  },
  {
    type: 'IndexError',
    message: /(?:)/,
    answer: inCase(() => say`Something is taken from a list, a text or the rows at a place that is not there.`),
  },
  { type: 'LookupError', message: /(?:)/, answer: inCase(() => say`Something is looked for that is not there.`) },
  {
    type: 'NotImplementedError',
    message: /(?:)/,
    answer: inCase(() => say`The class that the config names does not do what it is asked for.`),
  },
  { type: 'RuntimeError', message: /(?:)/, answer: inCase(() => say`The code that the config runs gave up.`) },
  { type: 'UnboundLocalError', message: /(?:)/, answer: inCase(() => say`A branch of the framework's code was not made for this config.`) },
];
