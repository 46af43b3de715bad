import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function shown(file: string, text: string, chatTemplate?: string): PreviewData {
  const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings);
  const result = preview(project, file, { selection: { ...(chatTemplate !== undefined && { chatTemplate }) } });
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

/** What each stage adds, by the stage's id: texts, where they are not empty. */
function added({ stages }: PreviewData): Record<string, string[]> {
  return Object.fromEntries(
    stages.map(({ id, turns }) => [id, turns.flatMap(({ segments }) => segments.flatMap((s) => (s.added && s.text ? [s.text] : [])))]),
  );
}

const config = (inferencer: string, template: string, model = ''): string => `
infer_cfg = dict(
    ice_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt='Q: {q}'), dict(role='BOT', prompt='A: {a}')])),
    prompt_template=dict(type='PromptTemplate', template=${template}, ice_token='</E>'),
    retriever=dict(type='FixKRetriever', fix_id_list=[0]),
    inferencer=dict(type='${inferencer}'))
datasets = [dict(abbr='d', type='D', path='p', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=infer_cfg)]
models = [${model}]
`;
const rounds = `dict(begin='</E>', round=[dict(role='HUMAN', prompt='Q: {q}'), dict(role='BOT', prompt='')])`;
const marked = `dict(abbr='m', type='HuggingFaceCausalLM', path='x', meta_template=dict(begin='<s>', round=[
    dict(role='HUMAN', begin='<u>', end='</u>'), dict(role='BOT', begin='<b>', end='</b>', generate=True)]))`;

describe('what a stage adds', () => {
  it('is what the stage before has not: words of the config around the examples, then the marks of the meta template', () => {
    expect(added(shown('/ws/eval.py', config('GenInferencer', rounds, marked)))).toEqual({
      row: [],
      examples: [],
      'prompt-list': ['Q: '],
      'meta-template': ['<s>', '<u>', '</u>', '<b>', '</b>', '<u>', '</u>', '<b>'],
    });
  });

  it('is told by where a piece comes from: a text that stands in the prompt already is added where another place has it', () => {
    const same = marked.replace("begin='<u>'", "begin='Q: '");
    expect(added(shown('/ws/eval.py', config('GenInferencer', rounds, same)))['meta-template']).toContain('Q: ');
  });

  it('is what a chat template writes around the messages', () => {
    const task =
      'task: own\ndataset_path: d\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "Q: {{q}}"\ndoc_to_target: "{{a}}"\n';
    const stages = added(shown('/ws/own.yaml', task, 'chatml'));
    expect(stages['prompt-list']).toEqual([]);
    expect(stages['chat-template']!.join('')).toContain('<|im_start|>');
    expect(stages['chat-template']!.join('')).not.toContain('Q: ');
  });
});

describe('what is scored', () => {
  const labels = `{'X': dict(round=[dict(role='HUMAN', prompt='{q} X')]), 'Y': dict(round=[dict(role='HUMAN', prompt='{q} Y')])}`;
  const task = (more: string): string =>
    `task: own\ndataset_path: d\ntest_split: test\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n${more}`;

  it.each([
    ['PPLInferencer', labels, /whole prompt of each label.*lowest perplexity/],
    ['LLInferencer', labels, /`cont`.*most likely/],
    ['CLPInferencer', rounds, /one token behind the prompt.*`choices`/],
    ['PPLOnlyInferencer', rounds, /the whole prompt\.$/],
  ])('by %s', (inferencer, template, says) => {
    const text = config(inferencer, template).replace("'FixKRetriever', fix_id_list=[0]", "'ZeroRetriever'");
    // The last of them takes no output column.
    expect(
      shown('/ws/eval.py', inferencer === 'PPLOnlyInferencer' ? text.replace("output_column='a'", 'output_column=None') : text).scored,
    ).toMatch(says);
  });

  it('is nothing where the model goes on from the prompt', () => {
    expect(shown('/ws/eval.py', config('GenInferencer', rounds)).scored).toBeUndefined();
    expect(shown('/ws/own.yaml', task('output_type: generate_until\n')).scored).toBeUndefined();
  });

  it('is the continuation, with the white space that the harness takes from the end of the context', () => {
    expect(shown('/ws/own.yaml', task('output_type: loglikelihood\n')).scored).toBe(
      'Scored: the underlined text, given what is in front of it.',
    );
    expect(shown('/ws/own.yaml', task('output_type: loglikelihood\n').replace('{{q}}', '{{q}}: ')).scored).toMatch(/White space in front/);
    const choices = task('output_type: multiple_choice\ndoc_to_choice: [x, y]\n').replace('"{{a}}"', '0');
    expect(shown('/ws/own.yaml', choices).scored).toMatch(/The most likely one is the answer/);
    expect(shown('/ws/own.yaml', task('output_type: loglikelihood_rolling\n')).scored).toMatch(/whole text/);
  });
});
