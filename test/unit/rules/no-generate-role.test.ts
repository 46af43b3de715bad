import { expect, it } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function all(round: string): ReturnType<Project['check']> {
  const text = `from opencompass.models import HuggingFaceCausalLM\nmodels = [dict(type=HuggingFaceCausalLM, abbr='a', path='b', meta_template=dict(round=[${round}]))]\n`;
  return createProject(new MemoryWorkspace({ '/ws/model.py': text }, ['/ws']), defaultSettings)
    .check('/ws/model.py')
    .filter(({ rule }) => rule === 'no-generate-role');
}

function found(round: string): { readonly message: string; readonly fixes: number } {
  const [one] = all(round);
  return { message: one!.message, fixes: one!.fixes.length };
}

it.each([
  ["dict(role='HUMAN'), dict(role='BOT')", 'Add generate=True to the role BOT.', 1],
  ["dict(role='HUMAN'), dict(role='ORACLE')", 'Add generate=True to the role ORACLE.', 1],
  ["dict(role='HUMAN')", "Add a role BOT with generate=True: dict(role='BOT', generate=True).", 0],
])('%s', (round, advice, fixes) => {
  const { message, fixes: offered } = found(round);
  expect(message).toContain(advice);
  expect(offered).toBe(fixes);
});

it.each([
  ["dict(role='HUMAN', begin='', end=''), dict(role='BOT', begin='\\n', end='\\n')", 0],
  ["dict(role='HUMAN', begin='', end=''), dict(role='BOT', begin='A:', end='\\n')", 1],
  ["dict(role='HUMAN', api_role='HUMAN'), dict(role='BOT', api_role='BOT', begin='', end='')", 1],
])('A turn of which nothing is seen may stay: %s', (round, count) => {
  expect(all(round)).toHaveLength(count);
});
