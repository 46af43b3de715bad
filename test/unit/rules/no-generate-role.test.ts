import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function found(round: string): { readonly message: string; readonly fixes: number } {
  const text = `from opencompass.models import HuggingFaceCausalLM\nmodels = [dict(type=HuggingFaceCausalLM, abbr='a', path='b', meta_template=dict(round=[${round}]))]\n`;
  const [one] = createProject(new MemoryWorkspace({ '/ws/model.py': text }, ['/ws']), defaultSettings)
    .check('/ws/model.py')
    .filter(({ rule }) => rule === 'no-generate-role');
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
