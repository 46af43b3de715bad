import { dataset, input, many, type HostileInput, type Kind } from '../input.js';

/** Texts with what mmengine takes for its variables: `{{ $NAME:default }}`, `{{ fileBasename }}`, `{{ _base_.x }}`. */
const texts: Readonly<Record<string, () => string>> = {
  'environment-open': () => '{{$a:'.repeat(100_000),
  'environment-open-before-blanks': () => `${'{{$a:'.repeat(40_000)}${' '.repeat(200_000)}`,
  'environment-without-end': () => '{{$a: x '.repeat(60_000),
  'environment-names-many': () => many(20_000, (i) => `{{$HOSTILE${String(i)}:x}} `),
  'environment-name-long': () => `{{$${'a'.repeat(400_000)}:x}}`,
  'environment-same': () => '{{$HOME:x}}'.repeat(40_000),
  'file-blanks': () => `{{${' '.repeat(400_000)}fileBasename`,
  'file-many': () => '{{fileBasename}}'.repeat(25_000),
  'base-many': () => many(15_000, (i) => `{{ _base_.a${String(i)} }} `),
  'base-same': () => '{{ _base_.a }}'.repeat(25_000),
  'base-path-long': () => `{{ _base_.${'a.'.repeat(200_000)}a }}`,
  'base-open': () => '{{ _base_.'.repeat(40_000),
  'braces-open': () => '{'.repeat(400_000),
};

const json = (text: string): string =>
  `{"datasets": [{"abbr": "demo", "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "{q}"}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}}], "models": [], "x": ${JSON.stringify(text)}}`;

const each = Object.entries(texts);

const inputs: HostileInput[] = [
  ...each.map(([name, text]) => input(`variables-python-${name}`, 'main.py', () => ({ 'main.py': `${dataset}x = '${text()}'\n` }))),
  ...each.map(([name, text]) => input(`variables-json-${name}`, 'main.json', () => ({ 'main.json': json(text()) }))),
  ...each.map(([name, text]) => input(`variables-yaml-${name}`, 'main.yaml', () => ({ 'main.yaml': `x: "${text()}"\ninfer_cfg: {}\n` }))),
  // Each is a string of its own.
  input('variables-json-environment-strings-many', 'main.json', () => ({
    'main.json': json('').replace('"x": ""', `"x": [${many(15_000, (i) => `"{{$HOSTILE${String(i)}:x}}",`)}1]`),
  })),
  input('variables-python-environment-strings-many', 'main.py', () => ({
    'main.py': `${dataset}x = [${many(12_000, (i) => `'{{$HOSTILE${String(i)}:x}}',`)}]\n`,
  })),
];

export const variables: Kind = { kind: 'variables', inputs };
