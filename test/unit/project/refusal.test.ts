import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { workspaceFiles } from '../../support/configs.js';

const file = '/ws/eval.py';
const message = 'Prompt Preflight stopped its work on this document.';

function open() {
  const files = Object.fromEntries(Object.entries(workspaceFiles).map(([name, text]) => [`/ws/${name}`, text]));
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  project.update(file, files[file]!, 3, 'python');
  return { project, text: files[file]! };
}

describe('a document that is refused', () => {
  it('has one finding, at the place that the work had come to, and no prompt', () => {
    const { project, text } = open();
    expect(preview(project, file, { selection: {} }).kind).toBe('preview');
    const offset = text.indexOf('\n') + 1;
    project.refuse({ file, version: 3, message, offset });
    expect(project.check(file)).toMatchObject([
      { rule: 'limit', severity: 'warning', message, span: { file, start: offset, end: text.indexOf('\n', offset) }, fixes: [] },
    ]);
    expect(preview(project, file, { selection: {} })).toMatchObject({ kind: 'broken', reason: message });
    expect(project.load(file)).toBeUndefined();
  });

  it('is worked on again at its next version, or when it is forgiven', () => {
    const { project, text } = open();
    project.refuse({ file, version: 3, message, offset: undefined });
    expect(project.check(file)[0]?.span.start).toBe(0);
    expect(project.forgive(file)).toContain(file);
    expect(project.check(file)).toEqual([]);
    project.refuse({ file, version: 3, message, offset: undefined });
    project.update(file, `${text}\n`, 4, 'python');
    expect(project.refusal(file)).toBeUndefined();
    expect(preview(project, file, { selection: {} }).kind).toBe('preview');
  });

  it('is not looked into for comments that silence rules, but the setting silences it', () => {
    const { project } = open();
    project.update(file, '# preflight: ignore-file\n', 5, 'python');
    project.refuse({ file, version: 5, message, offset: 1_000_000 });
    expect(project.check(file)).toHaveLength(1);
    project.configure({ ...defaultSettings, rules: { limit: 'off' } });
    expect(project.check(file)).toEqual([]);
  });

  it('may be a file that is not open', () => {
    const { project } = open();
    project.refuse({ file: '/ws/models/river.py', version: 0, message, offset: undefined });
    expect(project.check('/ws/models/river.py')).toMatchObject([{ rule: 'limit', message }]);
    expect(project.workspace.read('/ws/models/river.py')).toEqual({
      kind: 'none',
      why: 'failed',
      reason: `/ws/models/river.py is not read. ${message}`,
    });
    expect(project.evaluate(file)!.problems).toMatchObject([
      { kind: 'depends-on-environment', message: expect.stringContaining('is not read') as string },
    ]);
  });

  it('may be a file of rows', async () => {
    const { project } = open();
    project.refuse({ file: '/ws/rows.jsonl', version: 0, message, offset: undefined });
    expect(await project.workspace.readBytes('/ws/rows.jsonl')).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining(message) as string,
    });
  });
});
