import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SweepAnswer } from '../../../server/src/protocol/sweep.js';
import { until } from './support.js';

/** A step of the progress, as it is shown. */
interface Step {
  readonly message?: string;
  readonly increment?: number;
}

/** Runs the command; `when` says at which step it is cancelled. */
async function check(
  when: (steps: readonly Step[]) => boolean = () => false,
): Promise<{ readonly answer: SweepAnswer; readonly steps: readonly Step[] }> {
  const steps: Step[] = [];
  const source = new vscode.CancellationTokenSource();
  const report = (step: Step): void => {
    steps.push(step);
    if (when(steps)) source.cancel();
  };
  const answer = await vscode.commands.executeCommand<SweepAnswer>('promptPreflight.checkWorkspace', { report, token: source.token });
  return { answer, steps };
}

// A whole checkout of OpenCompass as the workspace: PREFLIGHT_CHECKOUTS=DIR node test/vscode/run.mjs check
describe('a whole checkout', function () {
  this.timeout(240_000);

  it('ends soon where it is cancelled, and says how many files are left', async () => {
    const start = performance.now();
    const { answer } = await check((steps) => steps.length >= 3);
    assert.ok((answer.left ?? 0) > 500, `${String(answer.left)} left`);
    assert.ok(performance.now() - start < 60_000);
  });

  it('is checked with a progress up to its end', async () => {
    const { answer, steps } = await check();
    const share = steps.reduce((sum, { increment = 0 }) => sum + increment, 0);
    console.log(
      `      ${String(answer.files)} configs, ${String(answer.errors)} errors, ${String(answer.warnings)} warnings, ${(answer.milliseconds / 1000).toFixed(1)} s, ${String(steps.length)} steps`,
    );
    assert.equal(answer.left, undefined);
    assert.ok(answer.files > 1000 && answer.errors > 0, JSON.stringify(answer));
    assert.ok(steps.length > 20 && share > 90 && share <= 100, `${String(steps.length)} steps, ${String(share)} percent`);
    const shown = await until('the problems', () => {
      const all = vscode.languages.getDiagnostics().flatMap(([, found]) => found);
      return all.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error).length >= answer.errors ? all : undefined;
    });
    assert.ok(shown.length >= answer.errors + answer.warnings);
  });
});
