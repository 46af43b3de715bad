import { input, many, type HostileInput, type Kind } from '../input.js';

const one =
  '{"abbr": "demo", "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "{q}"}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}}';
const config = (more: string): string => `{"datasets": [${one}], "models": [], ${more}}`;

const texts: Readonly<Record<string, () => string | Uint8Array>> = {
  'deep-lists': () => config(`"x": ${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  'deep-lists-open': () => `{"infer_cfg": ${'['.repeat(1_000_000)}`,
  'deep-objects': () => config(`"x": ${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  'deep-objects-open': () => `{"infer_cfg": ${'{"a":'.repeat(500_000)}`,
  'deep-in-template': () =>
    `{"datasets": [{"abbr": "d", "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": ${'{"round": ['.repeat(3_000)}${']}'.repeat(3_000)}}}}]}`,
  'int-long': () => config(`"x": ${'9'.repeat(4_300)}`),
  'int-longer': () => config(`"x": ${'9'.repeat(4_301)}`),
  'int-million': () => config(`"x": ${'9'.repeat(1_000_000)}`),
  'ints-long': () => config(`"x": [${`${'9'.repeat(4_000)}, `.repeat(900)}1]`),
  'float-long': () => config(`"x": 0.${'1'.repeat(1_000_000)}, "y": 1e${'9'.repeat(100_000)}`),
  'floats-odd': () => config('"x": [NaN, Infinity, -Infinity, 1e999, -0.0, 1E400]'),
  minuses: () => config(`"x": ${'-'.repeat(1_000_000)}`),
  'text-long': () => config(`"x": "${'a'.repeat(3_500_000)}"`),
  'text-escapes': () => config(`"x": "${'\\u0041'.repeat(500_000)}"`),
  'text-surrogates': () => config(`"x": "${'\\ud800'.repeat(100_000)}"`),
  'text-open': () => `{"datasets": "${'a'.repeat(3_500_000)}`,
  'text-line-breaks': () => config(`"x": "${'a\n'.repeat(500_000)}"`),
  'text-controls': () => config(`"x": "${'\u0001\u001b'.repeat(100_000)}"`),
  'keys-same': () => config(`${'"k": 1, '.repeat(200_000)}"k": 2`),
  'keys-many': () => config(`${many(200_000, (i) => `"k${String(i)}": 1, `)}"k": 2`),
  'keys-odd': () => config('"__proto__": {"a": 1}, "constructor": 1, "": 2, "toString": 3'),
  'key-long': () => config(`"${'k'.repeat(3_000_000)}": 1`),
  'list-long': () => config(`"x": [${'1,'.repeat(1_500_000)}1]`),
  'list-objects': () => config(`"x": [${'{},'.repeat(1_000_000)}{}]`),
  'datasets-many': () => `{"datasets": [${`${one},`.repeat(10_000)}${one}], "models": []}`,
  blanks: () => config(`"x": 1${' '.repeat(3_000_000)}`),
  commas: () => `{"datasets": [${','.repeat(3_000_000)}`,
  colons: () => `{"infer_cfg"${':'.repeat(3_000_000)}`,
  quotes: () => `{"infer_cfg": ${'"'.repeat(3_000_000)}`,
  comments: () => `{"infer_cfg": 1, ${'/* x */'.repeat(300_000)}}`,
  'braces-closing': () => '{"infer_cfg": 1}' + '}'.repeat(3_000_000),
  documents: () => `${config('"x": 1')}\n`.repeat(1_000),
  words: () => `{"infer_cfg": ${'nul '.repeat(500_000)}`,
  'byte-order-mark': () => `\ufeff${config('"x": 1')}`,
  'utf-16': () => Buffer.from(config('"x": 1'), 'utf16le'),
  nuls: () => '\0'.repeat(1_000_000),
  'base-itself': () => '{"_base_": "./main.json", "infer_cfg": {}}',
  'base-many': () => `{"infer_cfg": {}, "_base_": [${many(10_000, (i) => `"./b${String(i)}.json",`)}"./b.json"]}`,
  placeholders: () =>
    `{"datasets": [{"abbr": "d", "reader_cfg": {"input_columns": ["q"], "output_column": "a"}, "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "${'{q}'.repeat(300_000)}"}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}}], "models": []}`,
};

const inputs: HostileInput[] = Object.entries(texts).map(([name, text]) =>
  input(`json-${name}`, 'main.json', () => ({ 'main.json': text() })),
);

export const json: Kind = { kind: 'json', inputs };
