import { describe, expect, it } from 'vitest';
import type { ConfigKind } from '../../../server/src/engine/config/config.js';
import { classDoc, fieldDoc, fieldMarkdown, kindDoc, knownKeys, nameMarkdown, roleDoc } from '../../../server/src/engine/checks/field-docs.js';
import { classSchemas, kindSchemas } from '../../../server/src/engine/checks/schemas.js';

const kinds = Object.keys(kindSchemas) as ConfigKind[];

describe('the schemas', () => {
  it.each(kinds)('%s describes every field, with a source and a type', (kind) => {
    for (const key of Object.keys(kindSchemas[kind].properties)) {
      const doc = (['opencompass', 'aisbench', 'lm-eval'] as const).map((framework) => fieldDoc(kind, key, framework)).find((found) => found?.source);
      expect(doc?.meaning, key).toMatch(/^[A-Z`].*\.$/s);
      expect(doc?.type, key).toBeTruthy();
      expect(doc?.source, key).toMatch(/^(?:opencompass|ais_bench|lm_eval)\//);
    }
    expect(kindDoc(kind).meaning).toMatch(/\.$/);
  });

  it('require no field that they do not describe', () => {
    for (const kind of kinds) for (const key of kindSchemas[kind].required ?? []) expect(kindSchemas[kind].properties, kind).toHaveProperty(key);
  });

  it('describe every key that a template or retriever class takes', () => {
    for (const [name, schema] of classSchemas) {
      for (const key of schema['x-keys'] ?? []) expect(kindSchemas[schema.kind as ConfigKind].properties, name).toHaveProperty(key);
    }
  });
});

describe('fieldDoc', () => {
  it('gives type, default, meaning and trap', () => {
    const doc = fieldDoc('prompt-template', 'ice_token', 'opencompass');
    expect(doc).toMatchObject({ type: 'str or None', defaultValue: 'None', required: false });
    expect(doc?.trap).toContain('LookupError');
    expect(doc?.difference).toContain('RawPromptTemplate');
  });

  it('leaves out what another framework has', () => {
    expect(fieldDoc('dialogue-item', 'prompt_mm', 'opencompass')).toBeUndefined();
    expect(fieldDoc('dialogue-item', 'prompt_mm', 'aisbench')).toBeDefined();
  });

  it('knows nothing of a key that no schema has, or that every object has', () => {
    expect(fieldDoc('dialogue', 'rounds', 'opencompass')).toBeUndefined();
    expect(fieldDoc('dialogue', 'constructor', 'opencompass')).toBeUndefined();
  });
});

describe('Markdown', () => {
  it('of a field has its facts in the first line', () => {
    expect(fieldMarkdown(fieldDoc('meta-role', 'generate', 'opencompass')!).split('\n')[0]).toBe('**generate** · bool · default `False`');
    expect(fieldMarkdown(fieldDoc('meta-template', 'eos_token_id', 'opencompass')!).split('\n')[0]).toBe("**eos_token_id** · int · default the tokenizer's");
    expect(fieldMarkdown(fieldDoc('meta-role', 'api_role', 'opencompass')!)).toContain('`HUMAN` | `BOT`');
  });

  it('of a class says what it is', () => {
    expect(nameMarkdown(classDoc('OpenAISDK')!)).toContain('**OpenAISDK** · model · API parser');
    expect(nameMarkdown(classDoc('FixKRetriever')!)).toContain('retriever');
    expect(nameMarkdown(roleDoc('BOT')!)).toContain('assistant');
  });
});

describe('knownKeys', () => {
  it('depend on the class of a template or retriever', () => {
    expect([...knownKeys('retriever', 'ZeroRetriever')!]).toEqual(['type', 'ice_eos_token']);
    expect(knownKeys('retriever', 'MyRetriever')).toBeUndefined();
    expect(knownKeys('reader-cfg')!.has('output_column')).toBe(true);
  });
});
