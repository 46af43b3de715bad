import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const file = '/ws/eval.py';
const config = `datasets = [dict(abbr='q', path='p', type='JsonlDataset', reader_cfg=dict(input_columns=['q'], output_column='a'),
  infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='Q'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', type='HuggingFacewithChatTemplate', path='org/model', tokenizer_path='org/tokenizer')]
`;

/** The output of a preview, with the files of a cache. */
function output(files: Record<string, string>, chatTemplate?: string) {
  const workspace = new MemoryWorkspace({ [file]: config, ...files }, ['/ws'], { hub: '/hf/hub', datasets: '/hf/datasets' });
  const result = preview(createProject(workspace, defaultSettings), file, {
    selection: { ...(chatTemplate !== undefined && { chatTemplate }) },
  });
  if (result.kind !== 'preview') throw new Error('no preview');
  return { chosen: result.preview.selection.chatTemplate, kind: result.preview.output?.kind, text: result.preview.output?.text };
}

const cached = {
  '/hf/hub/models--org--tokenizer/snapshots/1/tokenizer_config.json': JSON.stringify({ chat_template: '<{{ messages[0].content }}>' }),
};

it("takes the model's own chat template where its tokenizer is within reach", () => {
  expect(output(cached)).toEqual({ chosen: 'org/tokenizer', kind: 'text', text: '<Q>' });
});

it('takes the one that was picked, or none', () => {
  expect(output(cached, 'chatml')).toMatchObject({ chosen: 'chatml', text: '<|im_start|>user\nQ<|im_end|>\n<|im_start|>assistant\n' });
  expect(output(cached, '')).toMatchObject({ chosen: '', kind: 'messages' });
});

it('shows messages where no tokenizer is found', () => {
  expect(output({})).toMatchObject({ chosen: '', kind: 'messages' });
});

it('takes a template that it has read before', () => {
  const project = createProject(
    new MemoryWorkspace({ [file]: config, ...cached }, ['/ws'], { hub: '/hf/hub', datasets: '/hf/datasets' }),
    defaultSettings,
  );
  const text = (): string | undefined => {
    const result = preview(project, file, { selection: { chatTemplate: 'org/tokenizer' } });
    return result.kind === 'preview' ? result.preview.output?.text : undefined;
  };
  expect([text(), text()]).toEqual(['<Q>', '<Q>']);
});

it('sees that the file of a template changed', () => {
  const chat = '/ws/chat.jinja';
  const workspace = new MemoryWorkspace({ [file]: config, [chat]: 'old' }, ['/ws']);
  const project = createProject(workspace, defaultSettings);
  const text = (): string | undefined => {
    const result = preview(project, file, { selection: { chatTemplate: chat } });
    return result.kind === 'preview' ? result.preview.output?.text : undefined;
  };
  expect(text()).toBe('old');
  workspace.write(chat, 'new');
  project.fileChanged(chat);
  expect(text()).toBe('new');
});
