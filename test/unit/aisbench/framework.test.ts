import { describe, expect, it } from 'vitest';
import { detectFramework } from '../../../server/src/engine/frameworks/registry.js';
import { readSettings } from '../../../server/src/engine/project/read-settings.js';
import { aisBenchDialect } from '../../../server/src/engine/frameworks/aisbench/aisbench-dialect.js';
import { caseOf } from '../../../server/src/engine/frameworks/opencompass/render/case-of.js';
import { doubtsOf } from '../../../server/src/engine/frameworks/opencompass/render/notes.js';
import { value } from '../opencompass/build.js';
import { evaluate } from '../opencompass/python.js';
import { imports, render } from './support.js';

const dataset = (template: string, inferencer = 'GenInferencer'): string => `
demo_datasets = [dict(abbr='demo', type='Demo', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template=${template}), retriever=dict(type=ZeroRetriever), inferencer=dict(type=${inferencer})))]
`;
const dialogue =
  "dict(begin=[dict(role='SYSTEM', prompt='Be brief.')], round=[dict(role='HUMAN', prompt='{q}'), dict(role='BOT', prompt='{a}')])";
const model = (type: string, extra = ''): string => `models = [dict(attr='service', abbr='m', type=${type}${extra})]\n`;

describe('what is sent', () => {
  it('to a chat service has the roles of the service', () => {
    const { output, notes } = render(dataset(dialogue) + model('VLLMCustomAPIChat'));
    expect(output?.kind === 'messages' && output.messages.map(({ role, text }) => [role, text.text])).toEqual([
      ['system', 'Be brief.'],
      ['user', '⟦q⟧'],
    ]);
    expect(notes.join()).toContain('default of VLLMCustomAPIChat');
  });
  it('to a completion service is a text', () => {
    const { output } = render(dataset(dialogue) + model('VLLMCustomAPI'));
    expect(output?.kind === 'text' && output.text.text).toBe('Be brief.\n⟦q⟧');
  });
  it('to a tokenizer leaves empty prompts out', () => {
    const empty =
      "dict(round=[dict(role='HUMAN', prompt='a'), dict(role='BOT', prompt=''), dict(role='HUMAN', prompt='{q}'), dict(role='BOT', prompt='')])";
    const { output } = render(dataset(empty) + model('HuggingFacewithChatTemplate'));
    expect(output?.kind === 'messages' && output.messages.map(({ role, text }) => [role, text.text])).toEqual([['user', 'a\n⟦q⟧']]);
  });
  it('is nothing where the class cannot read its messages', () => {
    const tool = ", meta_template=dict(round=[dict(role='HUMAN', api_role='TOOL')])";
    const { error, output } = render(
      dataset("dict(round=[dict(role='HUMAN', prompt='{q}')])") + model('HuggingFacewithChatTemplate', tool),
    );
    expect([error?.error, output]).toEqual(["KeyError: 'TOOL'", undefined]);
  });
});

describe('a row of a run', () => {
  const errorOf = (length: string, type: string, columns = "['q', 'max_out_len']"): string | undefined => {
    const test = evaluate({ 'row.py': `row = dict(q='1', a='2', max_out_len=${length})` }).value.get('row');
    if (test?.kind !== 'dict') throw new Error('no row');
    const list = { count: 1, whole: true, at: () => test };
    const rows = { train: [], test, run: { train: list, test: list, index: 0 } };
    return render(dataset("'{q}'").replace("['q']", columns) + model(type), { rows }).error?.error;
  };

  it('may have a text for its length, which chat services compare', () => {
    const raised = "TypeError: '<=' not supported between instances of 'str' and 'int'";
    expect(errorOf("'12'", 'VLLMCustomAPIChat')).toBe(raised);
    expect(errorOf("'12'", 'VLLMCustomAPI')).toBeUndefined();
    expect(errorOf("'12'", 'VLLMCustomAPIChat', "['q']")).toBeUndefined();
    expect(['12', "''", 'None'].map((length) => errorOf(length, 'VLLMCustomAPIChat'))).toEqual([undefined, undefined, undefined]);
  });
});

describe('notes', () => {
  it('say which models cannot score', () => {
    const labels = "dict(A='{q} a', B='{q} b')";
    expect(render(dataset(labels, 'PPLInferencer') + model('VITAGenerateAPI')).notes.join()).toContain('ICLI-IMPL-008');
    expect(render(dataset(labels, 'PPLInferencer') + model('VLLMCustomAPI', ', stream=True')).notes.join()).toContain('ICLI-PARAM-007');
    expect(render(dataset(labels, 'PPLInferencer') + model('VLLMCustomAPI')).notes.join()).not.toContain('ICLI-');
    const local = "models = [dict(attr='local', abbr='m', type=HuggingFaceBaseModel)]\n";
    expect(render(dataset(labels, 'PPLInferencer') + local).notes.join()).toContain('raises AttributeError');
  });
  it('say that a model that is no chat model is sent no parts of messages', () => {
    const pictures = dataset(
      "dict(round=[dict(role='HUMAN', prompt_mm=dict(text=dict(type='text', text='{q}'), image=dict(type='image_url', image_url=dict(url='{image}'))))])",
    ).replace('type=PromptTemplate', 'type=MMPromptTemplate');
    const leftOut = (type: string): boolean =>
      render(pictures + model(type))
        .notes.join()
        .includes('`prompt_mm` are left out');
    expect(['HuggingFaceBaseModel', 'VLLMCustomAPIChat', "'HuggingFaceQwen2VLwithChatTemplate'"].map(leftOut)).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('say which local models raise before they are asked', () => {
    const doubts = (type: string, keys = ''): string[] =>
      (render(dataset("'{q}'", 'GenInferencer') + model(type, keys)).doubts ?? []).map(({ kind, message }) => `${kind}: ${message}`);
    const raises = /^never-sent: HuggingFace\w+ raises KeyError: '(\w+)' once/;
    expect(doubts('HuggingFacewithChatTemplate')[0]).toMatch(raises);
    expect(raises.exec(doubts('HuggingFaceBaseModel', ', generation_kwargs=dict(is_synthetic=False)')[0]!)?.[1]).toBe('batch_size');
    expect(doubts('HuggingFaceBaseModel', ', generation_kwargs=dict(is_synthetic=0, batch_size=1, do_performance=0)')).toEqual([]);
    expect(doubts('VLLMCustomAPIChat')).toEqual([]);
  });
  it('say which way of asking conversations raises, and which leaves the answers to the model', () => {
    const doubts = (keys: string): string[] =>
      doubtsOf(
        caseOf(value({ inferencer: { type: 'MultiTurnGenInferencer', ...(keys && { infer_mode: keys }) } })),
        'multi_turn',
        undefined,
        undefined,
        aisBenchDialect,
      ).map(({ kind, message }) => `${kind}: ${message}`);
    expect(doubts('last')).toEqual([expect.stringMatching(/^never-sent: .* raises RecursionError/)]);
    expect(doubts('every_with_gt')).toEqual([]);
    for (const own of ['', 'every']) expect(doubts(own)).toEqual([expect.stringMatching(/^incomplete: .*⟦gen#0⟧/)]);
  });
  it('do not hide that function calls are made without templates', () => {
    const prompt = render(
      dataset("'{q}'", 'BFCLV3FunctionCallInferencer').replace("['q']", "['question', 'function', 'id']") + model('VLLMCustomAPIChat'),
    );
    expect(prompt.unknowns.join()).toContain('columns of the row');
  });
});

describe('a config is AISBench’s', () => {
  const found = (text: string, file = 'config.py'): string | undefined => detectFramework(evaluate({ [file]: text }))?.id;

  it.each([
    ['by its imports', imports + dataset("'{q}'")],
    ['by the attr of its models', "models = [dict(attr='service', type='Own', abbr='x')]"],
    ['by a class that a string names', "models = [dict(type='ais_bench.benchmark.models.VLLMCustomAPI', abbr='x')]"],
  ])('%s', (_, text) => expect(found(text)).toBe('aisbench'));

  it('by where it lies', () => expect(found("x_datasets = [dict(type='D', infer_cfg=dict())]", 'ais_bench/configs/x.py')).toBe('aisbench'));
  it('unless nothing says so', () => {
    expect(found("x_datasets = [dict(type='D', infer_cfg=dict(), reader_cfg=dict())]")).toBe('opencompass');
    expect(found("attr = dict(attr='accuracy', type='x')")).toBeUndefined();
  });
  it('or as the setting says', () => {
    const evaluation = evaluate({ 'config.py': imports + dataset("'{q}'") });
    expect(detectFramework(evaluation, 'opencompass')?.id).toBe('opencompass');
    expect(detectFramework(evaluate({ 'config.py': 'x = 1' }), 'aisbench')).toBeUndefined();
    expect(readSettings({ framework: 'aisbench' }).settings.framework).toBe('aisbench');
    expect(readSettings({ framework: 'other' }).problems).toEqual([
      'promptPreflight.framework must be one of auto, aisbench, opencompass; auto is used.',
    ]);
  });
});
