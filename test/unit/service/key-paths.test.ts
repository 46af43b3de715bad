import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { workspaceFiles } from '../../support/configs.js';

/** The key and the variable of each piece of the last stage that is written under one. */
function paths(files: Readonly<Record<string, string>>, file: string): Record<string, string> {
  const result = preview(createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings), file, { selection: {} });
  if (result.kind !== 'preview') throw new Error(result.reason);
  const { stages, paths } = result.preview;
  const segments = stages.at(-1)!.turns.flatMap((turn) => turn.segments);
  return Object.fromEntries(
    segments.flatMap(({ text, path }) =>
      path === undefined ? [] : [[text, `${paths[path]!.key}${paths[path]!.variable === undefined ? '' : ` in ${paths[path]!.variable}`}`]],
    ),
  );
}

describe('the chain of a piece', () => {
  it('has the key that it is written under, and the variable of its file', () => {
    const files = Object.fromEntries(Object.entries(workspaceFiles).map(([name, text]) => [`/ws/${name}`, text]));
    const found = paths(files, '/ws/eval.py');
    expect(found['Be brief.']).toBe('infer_cfg.prompt_template.template.begin[0].prompt in demo_infer_cfg');
    expect(found['<bot>']).toBe('meta_template.round[1].begin in meta_template');
  });

  it('follows a text to the variable that it is written in, and names odd keys', () => {
    const config = `hint = 'Think.'
infer_cfg = dict(
    prompt_template=dict(type='PromptTemplate', template={'A b': hint + ' {q}', 'B': hint + ' no {q}'}),
    retriever=dict(type='ZeroRetriever'), inferencer=dict(type='PPLInferencer'))
datasets = [dict(abbr='d', type='D', path='p', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=infer_cfg)]
`;
    const found = paths({ '/ws/own.py': config }, '/ws/own.py');
    expect(found['Think.']).toBe("infer_cfg.prompt_template.template['A b'] and 1 more in hint");
    expect(found[' ']).toBe("infer_cfg.prompt_template.template['A b'] in infer_cfg");
  });

  it('has the field of a task, which has no variables, also for what a row fills in', () => {
    const task =
      'task: own\ndataset_path: d\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "Q: {{q}}"\ndoc_to_target: "{{a}}"\n';
    expect(paths({ '/ws/own.yaml': task }, '/ws/own.yaml')).toEqual({ 'Q: ': 'doc_to_text', '⟦q⟧': 'doc_to_text' });
  });
});
