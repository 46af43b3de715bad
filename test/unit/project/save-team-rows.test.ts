import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { saveTeamRows, type NamedRows } from '../../../server/src/engine/project/save-team-rows.js';

const rows = { of: 'ceval-law', file: '/ws/data/dev.jsonl', row: 6 };

/** What becomes of a project file. */
function saved(text: string, named: NamedRows = rows): string {
  const project = createProject(new MemoryWorkspace({ '/ws/configs/preflight.json': text }, ['/ws']), defaultSettings);
  const saving = saveTeamRows(project, '/ws/configs/deep/eval.py', named);
  if (saving.kind !== 'edits') return JSON.stringify(saving);
  return saving.edits.reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}

describe('rows that are saved for the team', () => {
  it('are named with the least change of the file', () => {
    expect(saved('{\n  "rules": {"double-space": "off"}\n}\n')).toBe(
      '{\n  "rules": {"double-space": "off"},\n  "rows": {"ceval-law": "../data/dev.jsonl:7"}\n}\n',
    );
    expect(saved('{"rows": {}}')).toBe('{"rows": {"ceval-law": "../data/dev.jsonl:7"}}');
    expect(saved('{\n\t"rows": {\n\t\t"quiz":  "a.csv"\n\t},\n\t"exclude": [ "x" ]\n}')).toBe(
      '{\n\t"rows": {\n\t\t"quiz":  "a.csv",\n\t\t"ceval-law": "../data/dev.jsonl:7"\n\t},\n\t"exclude": [ "x" ]\n}',
    );
  });

  it('take the place of those before', () => {
    expect(saved('{"rows": {"ceval-law": "old.csv:2", "quiz": "a.csv"}}', { ...rows, row: 0 })).toBe(
      '{"rows": {"ceval-law": "../data/dev.jsonl", "quiz": "a.csv"}}',
    );
  });

  it('are what the file says when it is read again', () => {
    const text = saved('{"rows": {}}', { of: 'a "b"\\c', file: '/ws/configs/ä b.csv', row: 1 });
    const project = createProject(new MemoryWorkspace({ '/ws/configs/preflight.json': text }, ['/ws']), defaultSettings);
    expect(project.preflight('/ws/configs/eval.py')?.rows.get('a "b"\\c')).toEqual({ file: '/ws/configs/ä b.csv', row: 1 });
  });

  it('are written into no file that is broken, or says something else of rows', () => {
    expect(saved('{"rows": [1]}')).toContain('"kind":"none"');
    expect(saved('{"rows": {')).toContain('"kind":"none"');
  });

  it('ask for a folder where there is no file', () => {
    const project = createProject(new MemoryWorkspace({ '/ws/data/dev.jsonl': '{}' }, ['/ws']), defaultSettings);
    expect(saveTeamRows(project, '/ws/configs/deep/eval.py', rows)).toEqual({
      kind: 'where',
      folders: ['/ws/configs/deep', '/ws/configs', '/ws'],
    });
    expect(saveTeamRows(project, '/ws/configs/deep/eval.py', rows, '/ws')).toEqual({
      kind: 'create',
      file: '/ws/preflight.json',
      text: '{\n  "rows": {\n    "ceval-law": "data/dev.jsonl:7"\n  }\n}\n',
    });
    expect(saveTeamRows(project, '/elsewhere/eval.py', rows)).toMatchObject({ kind: 'none' });
  });
});
