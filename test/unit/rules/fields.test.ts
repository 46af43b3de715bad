import { describe, expect, it } from 'vitest';
import { fieldMarkdown, nameMarkdown } from '../../../server/src/engine/checks/field-markdown.js';
import type { ClassSchema, Fields, KindSchema } from '../../../server/src/engine/frameworks/face/fields.js';
import { frameworks } from '../../../server/src/engine/frameworks/registry.js';
import classesFile from '../../../schemas/classes.json';

const [runs, tasks, aisBench, openCompass] = frameworks.map(({ fields }) => fields) as [Fields, Fields, Fields, Fields];
const kinds = [
  ...[
    'model',
    'meta-template',
    'meta-role',
    'dataset',
    'reader-cfg',
    'infer-cfg',
    'prompt-template',
    'dialogue',
    'dialogue-item',
    'retriever',
    'inferencer',
    'eval-cfg',
  ],
  ...['task', 'fewshot-config', 'generation-kwargs', 'metric', 'filter', 'filter-step', 'group', 'group-member', 'aggregate-metric'],
  'run',
];
const schemaOf = (kind: string): KindSchema => (runs.schema(kind) ?? tasks.schema(kind) ?? openCompass.schema(kind))!;

describe('the schemas', () => {
  it.each(kinds)('%s describes every field, with a source and a type', (kind) => {
    for (const key of Object.keys(schemaOf(kind).properties)) {
      const doc = [openCompass, aisBench, tasks, runs].map((fields) => fields.field(kind, key)).find((found) => found?.source);
      expect(doc?.meaning, key).toMatch(/^[A-Z`].*\.$/s);
      expect(doc?.type, key).toBeTruthy();
      expect(doc?.source, key).toMatch(/^(?:opencompass|ais_bench|lm_eval)\//);
    }
    expect(schemaOf(kind).description).toMatch(/\.$/);
  });

  it('require no field that they do not describe', () => {
    for (const kind of kinds) for (const key of schemaOf(kind).required ?? []) expect(schemaOf(kind).properties, kind).toHaveProperty(key);
  });

  it('describe every key that a template or retriever class takes', () => {
    for (const [name, schema] of Object.entries<ClassSchema>(classesFile.classes)) {
      for (const key of schema['x-keys'] ?? []) expect(schemaOf(schema.kind).properties, name).toHaveProperty(key);
    }
  });
});

describe('a field', () => {
  it('gives type, default, meaning and trap', () => {
    const doc = openCompass.field('prompt-template', 'ice_token');
    expect(doc).toMatchObject({ type: 'str or None', defaultValue: 'None', required: false });
    expect(doc?.trap).toContain('LookupError');
    expect(doc?.difference).toContain('RawPromptTemplate');
  });

  it('leaves out what another framework has', () => {
    expect(openCompass.field('dialogue-item', 'prompt_mm')).toBeUndefined();
    expect(aisBench.field('dialogue-item', 'prompt_mm')).toBeDefined();
  });

  it('knows nothing of a key that no schema has, or that every object has', () => {
    expect(openCompass.field('dialogue', 'rounds')).toBeUndefined();
    expect(openCompass.field('dialogue', 'constructor')).toBeUndefined();
  });
});

describe('Markdown', () => {
  it('of a field has its facts in the first line', () => {
    expect(fieldMarkdown(openCompass.field('meta-role', 'generate')!).split('\n')[0]).toBe('**generate** · bool · default `False`');
    expect(fieldMarkdown(openCompass.field('meta-template', 'eos_token_id')!).split('\n')[0]).toBe(
      "**eos_token_id** · int · default the tokenizer's",
    );
    expect(fieldMarkdown(openCompass.field('meta-role', 'api_role')!)).toContain('`HUMAN` | `BOT`');
  });

  it('of a class says what it is', () => {
    expect(nameMarkdown(openCompass.classDoc('OpenAISDK')!)).toContain('**OpenAISDK** · model · API parser');
    expect(nameMarkdown(openCompass.classDoc('FixKRetriever')!)).toContain('retriever');
    expect(nameMarkdown(openCompass.role('BOT')!)).toContain('assistant');
  });
});

describe('the known keys', () => {
  it('depend on the class of a template or retriever', () => {
    expect([...openCompass.keys('retriever', 'ZeroRetriever')!]).toEqual(['type', 'ice_eos_token']);
    expect(openCompass.keys('retriever', 'MyRetriever')).toBeUndefined();
    expect(openCompass.keys('reader-cfg')!.has('output_column')).toBe(true);
  });
});
