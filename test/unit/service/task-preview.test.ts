import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { RequestOf, StageOf } from '../../../server/src/engine/editor/preview/preview-shape.js';
import type { Span } from '../../../server/src/engine/core/span.js';
import { fixture, type Fixture } from '../../support/fixture.js';

function shown({ project, file }: Fixture, request: Partial<RequestOf<number>> = {}): PreviewData {
  const result = preview(project, file, { selection: {}, ...request });
  if (result.kind !== 'preview') throw new Error(JSON.stringify(result));
  return result.preview;
}

function stageText({ stages }: PreviewData, id: string): string {
  return (stages.find((stage) => stage.id === id) as StageOf<Span>).turns
    .map(({ who, segments }) => `${who}: ${segments.map(({ text }) => text).join('')}`)
    .join('|');
}

const rivers = `# file: tasks/rivers.yaml
task: rivers
dataset_path: made/rivers
test_split: test
fewshot_split: train
output_type: generate_until
description: "Answer briefly.\\n\\n"
doc_to_text: "Q: {{question}}\\nA:"
doc_to_target: "{{answer}}"
generation_kwargs:
  until: ["\\n"]
`;

const lakes = `# file: tasks/lakes.yaml
task: lakes
dataset_path: made/lakes
test_split: test
output_type: multiple_choice
doc_to_text: "Lake {{name}} lies in"
doc_to_choice: [Europe, Asia]
doc_to_target: "{{continent}}"
`;

describe('the preview of a task', () => {
  it('needs no model, and ends where the model writes', () => {
    const data = shown(fixture(rivers));
    expect(data.framework).toMatchObject({ id: 'lm-eval', previews: 'tasks' });
    expect(data.models).toEqual([]);
    expect(data.datasets.map(({ label }) => label)).toEqual(['rivers']);
    expect(data.output).toEqual({ kind: 'text', text: 'Answer briefly.\n\nQ: ⟦question⟧\nA:' });
    expect(data.stages.at(-1)).toMatchObject({ id: 'requests', turns: [{ who: 'system' }, { who: 'user', generates: true }] });
    expect(data.exactness.level).toBe('placeholder-rows');
    expect(data.choices).toEqual(['chat-template', 'system-instruction']);
  });

  it('says how the model writes, with what the harness takes where the config says nothing', () => {
    const requests = (source: string): string | undefined => shown(fixture(source)).stages.at(-1)?.summary;
    expect(requests(rivers)).toContain("until '\\n'");
    expect(requests(rivers.slice(0, rivers.indexOf('generation_kwargs')))).toContain(
      "temperature 0.0 · do_sample False · max_gen_toks 256 · until '\\n\\n'",
    );
  });

  it.each(['doc_to_image: image', 'doc_to_audio: [sound]'])('says of %s that it is not shown', (field) => {
    expect(shown(fixture(`${rivers}${field}\n`)).notes).toContain('The images and sounds of the row are sent too; they are not shown.');
    expect(shown(fixture(rivers)).notes).toEqual([]);
  });

  it('takes shots that nobody configured, and says that they stand in', () => {
    const data = shown(fixture(rivers), { selection: { shots: 2 } });
    expect(data.selection.shots).toBe(2);
    expect(data.shots).toMatchObject({ configured: 0, standIn: true });
    expect(data.output?.text.match(/\nA: /g)).toHaveLength(2);
  });

  it('scores each choice behind the same text', () => {
    const first = shown(fixture(lakes));
    expect(first).toMatchObject({ labels: ['Europe', 'Asia'], selection: { mode: 'ppl', label: 'Europe' } });
    const asia = shown(fixture(lakes), { selection: { label: 'Asia' } });
    expect(asia.output?.text).toBe('Lake ⟦name⟧ lies in Asia');
    expect(
      asia.stages
        .at(-1)
        ?.turns.at(-1)
        ?.segments.map(({ text, scored }) => [text, scored]),
    ).toEqual([
      [' ', true],
      ['Asia', true],
    ]);
  });

  it('puts the messages into a chat template, with a system instruction in front', () => {
    const data = shown(fixture(rivers), { selection: { chatTemplate: 'chatml', systemInstruction: 'Be kind.', shots: 1 } });
    expect(data.selection).toMatchObject({ chatTemplate: 'chatml', multiturn: true });
    expect(data.choices).toContain('multiturn');
    expect(stageText(data, 'chat-template')).toContain('<|im_start|>system\nBe kind.\n\nAnswer briefly.');
    expect(data.output?.text.endsWith('<|im_start|>assistant\n')).toBe(true);
    expect(data.stages.at(-1)?.turns.map(({ who, shot }) => [who, shot])).toEqual([
      ['system', undefined],
      ['user', 0],
      ['assistant', 0],
      ['user', undefined],
      ['template', undefined],
    ]);
    const single = shown(fixture(rivers), { selection: { chatTemplate: 'chatml', multiturn: false, shots: 1 } });
    expect(single.output?.text.match(/<\|im_start\|>user/g)).toHaveLength(1);
  });

  it('leaves messages as they are where a service takes them', () => {
    const data = shown(fixture(rivers), { selection: { chatTemplate: 'messages' } });
    expect(JSON.parse(data.output!.text)).toEqual([
      { role: 'system', content: 'Answer briefly.\n\n' },
      { role: 'user', content: 'Q: ⟦question⟧\nA:' },
    ]);
  });

  it('says why a chat template cannot be had, and goes on without', () => {
    const data = shown(fixture(rivers), { selection: { chatTemplate: 'nobody/nothing' } });
    expect(data.selection.chatTemplate).toBe('');
    expect(data.notes[0]).toContain('nobody/nothing');
  });

  it('leads from each piece to the field that gives it, in a base too', () => {
    const source = `# file: tasks/more.yaml\ninclude: _base\ntask: more$0\n# file: tasks/_base\n${lakes.slice(lakes.indexOf('dataset_path'))}`;
    const data = shown(fixture(source));
    const segment = data.stages.at(-1)!.turns[0]!.segments.find(({ text }) => text.startsWith('Lake'));
    expect(segment?.origins.map(({ file }) => file)).toEqual(['/ws/tasks/_base', '/ws/tasks/more.yaml']);
  });

  it('of a group is that of one of its tasks, picked by the cursor', () => {
    const group = '# file: tasks/waters.yaml\ngroup: waters\ntask:\n  - rivers\n  - lak$0es\n';
    const prepared = fixture(`${group}${rivers}${lakes}`);
    const data = shown(prepared, { cursor: prepared.offset });
    expect(data.datasets.map(({ label }) => label)).toEqual(['rivers', 'lakes']);
    expect(data.output?.text).toBe('Lake ⟦name⟧ lies in Europe');
  });

  it('of a broken edit says where it is', () => {
    const { project, file } = fixture('# file: tasks/rivers.yaml\ntask: rivers\ndoc_to_text: "Q: {{question}}\n');
    expect(preview(project, file, { selection: {} })).toMatchObject({ kind: 'broken' });
  });

  it('has the place of what the harness raises', () => {
    const data = shown(fixture(rivers.replace('{{question}}', '{{question}')));
    expect(data.exactness).toMatchObject({ level: 'raises', reason: expect.stringContaining('TemplateSyntaxError') as string });
    expect(data.stages.at(-1)?.origins).toHaveLength(1);
  });

  it('does not blame the config for what placeholders cannot be', () => {
    const data = shown(fixture(rivers.replace('{{question}}', '{{ 1 // (question | length - 10) }}')));
    expect(data.exactness.level).toBe('unknown');
    expect(data.exactness.reason).toContain('ZeroDivisionError');
  });

  it('shows each prompt format of a task, with a word on which version takes it', () => {
    const data = shown(
      fixture(lakes.replace('doc_to_text: "Lake {{name}} lies in"', 'doc_to_text: name\nformats:\n  mcqa:\n  cloze:')),
      {},
    );
    expect(data.datasets.map(({ label }) => label)).toEqual(['lakes@mcqa', 'lakes@cloze']);
    expect(data.notes[0]).toContain('0.5');
  });

  it('is missing for a file that tasks include', () => {
    const { project, file } = fixture('# file: tasks/base.yaml\ndataset_path: made/x\ntest_split: test\ndoc_to_text: "{{q}}"\n');
    expect(preview(project, file, { selection: {} })).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('Files that include it') as string,
    });
  });
});
