import { describe, expect, it } from 'vitest';
import { noise, runCli } from './run-cli.js';

describe('explain', () => {
  it('says what an exception means, which rules find it, and what they find in a config', async () => {
    const { code, stdout, stderr } = await runCli(['explain', "KeyError: 'api_role'", '--config', 'examples/opencompass/eval_broken.py']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^KeyError: 'api_role' \(OpenCompass\)\n/);
    expect(stdout).toMatch(/\n {2}api-role-missing: /);
    expect(stdout).toMatch(/\nexamples\/opencompass\/eval_broken\.py:\d+:\d+ warning api-role-missing /);
    expect(stdout).not.toMatch(noise);
  });

  it('reads a log from standard input, and answers programs', async () => {
    const input = 'Traceback (most recent call last):\n  File "x.py", line 1\nAssertionError: role in meta prompt must be unique!\n';
    const { stdout } = await runCli(['explain', '--format', 'json', '--config', 'examples/opencompass/eval_broken.py'], { input });
    const answer = JSON.parse(stdout) as { rules: string[]; diagnostics: { rule: string }[] };
    expect(answer.rules).toEqual(['duplicate-role']);
    expect(answer.diagnostics.map(({ rule }) => rule)).toEqual(['duplicate-role']);
  });

  it('looks for the framework where it is told to, as all that read configs do', async () => {
    const args = ['explain', "KeyError: 'api_role'", '--config', 'examples/opencompass/eval_broken.py', '--package-root', 'examples'];
    expect((await runCli(args)).code).toBe(0);
  });

  it('guesses at nothing', async () => {
    expect(await runCli(['explain', 'all is well'])).toMatchObject({
      code: 1,
      stdout: 'No exception that is known was found in the text.\n',
    });
    expect((await runCli(['explain', 'a', 'b'])).code).toBe(2);
  });
});
