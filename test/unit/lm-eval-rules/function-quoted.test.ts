import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const task = (text: string): string =>
  `task: pond\ndataset_path: example/pond\noutput_type: generate_until\ntraining_split: train\ntest_split: test\ndoc_to_text: ${text}\ndoc_to_target: "{{answer}}"\ngeneration_kwargs:\n  until: ["\\n\\n"]\n`;

function check(text: string): readonly Diagnostic[] {
  return createProject(
    new MemoryWorkspace({ '/ws/pond.yaml': task(text), '/ws/utils.py': 'def f(doc):\n    return ""\n' }, ['/ws']),
    defaultSettings,
  )
    .check('/ws/pond.yaml')
    .filter(({ severity }) => severity === 'error');
}

it.each(['function utils.f', '"!function utils.f"', '"function utils.f"'])('%s is no function', (text) =>
  expect(check(text).map(({ rule }) => rule)).toEqual(['function-quoted']),
);
it.each(['!function utils.f', 'function f of {{x}}', '"What does the function utils.f do?"'])('%s is what it is', (text) =>
  expect(check(text)).toEqual([]),
);
it('gets its mark', () =>
  expect(check('function utils.f')[0]?.fixes.map(({ edits }) => edits.map(({ newText }) => newText))).toEqual([['!']]));
