import { describe, expect, it } from 'vitest';
import { answerTo } from '../../../server/src/cli/batch/answer.js';
import { BatchSession } from '../../../server/src/cli/batch/session.js';

function ask(files: Readonly<Record<string, string>>): unknown {
  return JSON.parse(answerTo(new BatchSession(), JSON.stringify({ id: 1, op: 'lm-eval-config', files, main: 'tasks/a.yaml' })));
}

describe('batch lm-eval-config', () => {
  it('answers with the kind of a file and its config, functions with the folder in which they are written', () => {
    const files = {
      'tasks/a.yaml': 'include: base/_base\ntask: a\nprocess_docs: !function utils.f\n',
      'tasks/base/_base': 'doc_to_text: !function utils.g\n',
    };
    expect(ask(files)).toEqual({
      id: 1,
      kind: 'TASK',
      config: {
        doc_to_text: { $function: 'utils.g', $base: 'tasks/base' },
        task: 'a',
        process_docs: { $function: 'utils.f', $base: 'tasks' },
      },
    });
  });

  it.each([
    ['group: g\ntask: [a]\n', 'GROUP'],
    ['task: a\nclass: !function task.A\n', 'PY_TASK'],
    ['dataset_path: json\n', 'NONE'],
  ])('knows %j by its keys', (text, kind) => expect(ask({ 'tasks/a.yaml': text })).toMatchObject({ kind }));

  it('answers with what loading raises', () => {
    expect(ask({ 'tasks/a.yaml': 'include: gone\ntask: a\n' })).toEqual({
      id: 1,
      error: { type: 'FileNotFoundError', message: "[Errno 2] No such file or directory: '/tasks/gone'" },
    });
  });
});
