import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const frame = {
  type: 'TemplateProcessing',
  single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
  pair: [],
  special_tokens: { '<s>': { id: '<s>', ids: [1], tokens: ['<s>'] } },
};
const tokenizer = { added_tokens: [{ id: 1, content: '<s>', special: true }], post_processor: frame, model: { vocab: {} } };

interface Given {
  readonly model?: string;
  readonly template?: string;
  readonly settings?: unknown;
  readonly tokenizer?: unknown;
  readonly text?: string;
}

/** How often two BOS tokens are reported for a model of a config. */
function found({ model = 'type="HuggingFaceBaseModel"', template = '<s>{question}', ...given }: Given): number {
  const config = `
datasets = [dict(abbr='quiz', type='JsonlDataset', path='quiz.jsonl',
    reader_cfg=dict(input_columns=['question'], output_column='answer'),
    infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='${template}'),
                   retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='pond', path='pond', max_out_len=8, ${model})]
`;
  const files = {
    '/ws/config.py': config,
    '/ws/pond/tokenizer.json': given.text ?? JSON.stringify(given.tokenizer ?? tokenizer, null, 2),
    '/ws/pond/tokenizer_config.json': JSON.stringify(given.settings ?? { bos_token: '<s>' }),
  };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  return [...project.check('/ws/config.py')].filter(({ rule }) => rule === 'double-bos').length;
}

describe('two BOS tokens', () => {
  it('are certain where the class adds special tokens, and the tokenizer has the one that is written', () => {
    expect(found({})).toBe(1);
    expect(found({ model: 'type="HuggingFaceCausalLM"' })).toBe(1);
    expect(found({ model: 'type="VLLM"' })).toBe(1);
    expect(found({ settings: { bos_token: { content: '<s>' }, add_bos_token: true } })).toBe(1);
  });

  it('are none where the class adds nothing, or the text begins otherwise', () => {
    expect(found({ template: '{question}<s>' })).toBe(0);
    expect(found({ model: 'type="VLLM", mode="mid"' })).toBe(0);
    expect(found({ model: 'type="HuggingFacewithChatTemplate"' })).toBe(0);
    expect(found({ model: 'type="TurboMindModelwithChatTemplate"' })).toBe(0);
  });

  it('are none where the tokenizer adds nothing, or another token', () => {
    expect(found({ settings: { bos_token: '<s>', add_bos_token: false } })).toBe(0);
    expect(found({ settings: { bos_token: '<|begin|>' } })).toBe(0);
    expect(found({ tokenizer: { ...tokenizer, post_processor: null } })).toBe(0);
    expect(found({ tokenizer: { ...tokenizer, post_processor: { type: 'ByteLevel' } } })).toBe(0);
    // Without it among the added tokens, a text with `<s>` is split as any other text.
    expect(found({ tokenizer: { ...tokenizer, added_tokens: [] } })).toBe(0);
  });

  it('are not certain of a tokenizer that is loaded with settings of its own, or cannot be read', () => {
    expect(found({ model: 'type="HuggingFaceCausalLM", tokenizer_kwargs=dict(use_fast=False)' })).toBe(0);
    expect(
      found({
        model: 'type="HuggingFaceCausalLM", tokenizer_kwargs=dict(use_fast=False)',
        settings: { bos_token: '<s>', add_bos_token: true },
      }),
    ).toBe(1);
    expect(found({ model: 'type="HuggingFaceCausalLM", tokenizer_kwargs=dict(add_bos_token=False)' })).toBe(0);
    expect(found({ model: 'type="VLLM", model_kwargs=dict(tokenizer="other")' })).toBe(0);
    expect(found({ settings: [] })).toBe(0);
    expect(found({ text: '{"added_tokens": 7' })).toBe(0);
  });

  it('name all models that share the place, and the classes of those', () => {
    const shared = (models: readonly (readonly [string, string])[], datasets = 1): string[] => {
      const config = `
template = dict(begin='<s>', round=[dict(role='HUMAN', begin='Q: '), dict(role='BOT', generate=True)])
def quiz(i):
    return dict(abbr=f'quiz{i}', type='JsonlDataset', path='quiz.jsonl', reader_cfg=dict(input_columns=['question'], output_column='answer'),
        infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt='{question}')])),
                       retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))
datasets = [quiz(i) for i in range(${datasets})]
models = [${models.map(([abbr, type]) => `dict(abbr='${abbr}', type='${type}', path='pond', meta_template=template)`).join(', ')}]
`;
      const files = {
        '/ws/config.py': config,
        '/ws/pond/tokenizer.json': JSON.stringify(tokenizer),
        '/ws/pond/tokenizer_config.json': JSON.stringify({ bos_token: '<s>' }),
      };
      const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
      return [...project.check('/ws/config.py')].filter(({ rule }) => rule === 'double-bos').map(({ message }) => message);
    };
    const causal = 'HuggingFaceCausalLM';
    expect(
      shared([
        ['pond', causal],
        ['brook', causal],
      ]),
    ).toEqual([
      expect.stringMatching(/^The prompts for pond and brook begin with <s> twice: the config writes one, and HuggingFaceCausalLM has/),
    ]);
    expect(
      shared([
        ['pond', causal],
        ['brook', 'VLLM'],
      ]),
    ).toEqual([
      expect.stringContaining(
        'for pond and brook begin with <s> twice: the config writes one, and their classes (HuggingFaceCausalLM and VLLM) have',
      ),
    ]);
    const many = Array.from({ length: 9 }, (_, i) => [`m${i}`, causal] as const);
    expect(shared(many)).toEqual([expect.stringContaining('for m0, m1, m2, m3 and 5 more begin')]);
    // Also where there are more pairs than are looked at.
    expect(shared(many, 300)).toEqual([expect.stringContaining('for m0, m1, m2, m3 and 5 more begin')]);
    // Whose class adds nothing is none of them.
    expect(
      shared([
        ['pond', causal],
        ['lake', 'HuggingFacewithChatTemplate'],
      ]),
    ).toEqual([expect.stringContaining('for pond begin')]);
  });

  it('are known by the head of a large file', () => {
    const tables = `{\n${Array.from({ length: 60_000 }, (_, i) => `"a vocabulary of long pieces ${String(i)}": ${String(i)}`).join(',\n')}\n}`;
    const { added_tokens: added, post_processor: post } = tokenizer;
    const text = `{\n"added_tokens": ${JSON.stringify(added)},\n"post_processor": ${JSON.stringify(post)},\n"model": {"vocab": ${tables}}\n}`;
    expect(text.length).toBeGreaterThan(2_000_000);
    expect(found({ text })).toBe(1);
  });
});
