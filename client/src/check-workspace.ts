import * as vscode from 'vscode';
import type { SweepAnswer } from '../../server/src/protocol/sweep.js';
import type { Server } from './server.js';
import { plainText } from './plain-text.js';

/** How far a check has come: `increment` is a share of a hundred. */
interface Step {
  readonly message?: string;
  readonly increment?: number;
}

/** Who runs the command may follow it and end it as the user can. */
interface Follower {
  report(step: Step): void;
  readonly token: vscode.CancellationToken;
}

/**
 * The command "Check Whole Workspace": checks all configs once, whatever the setting says, with a progress that can be cancelled.
 * @param follower a `Follower`; anything else is what a menu gives
 * @returns what the server answers, for whoever runs the command; undefined where it fails
 */
export async function checkWorkspace(server: () => Promise<Server>, follower?: unknown): Promise<SweepAnswer | undefined> {
  const { l10n, window } = vscode;
  try {
    const answer = await window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title: l10n.t('Prompt Preflight: checking the workspace') },
      async (progress, shown) => {
        const report = (step: Step): void => {
          progress.report(step);
          if (isFollower(follower)) follower.report(step);
        };
        return (await server()).checkWorkspace(report, isFollower(follower) ? eitherOf(shown, follower.token) : shown);
      },
    );
    // Nobody waits for the message to be closed.
    void tell(answer);
    return answer;
  } catch (error) {
    void window.showErrorMessage(
      l10n.t('The workspace cannot be checked: {0}', plainText(error instanceof Error ? error.message : String(error))),
    );
    return undefined;
  }
}

function isFollower(given: unknown): given is Follower {
  return typeof given === 'object' && given !== null && 'report' in given && 'token' in given;
}

/** Cancelled as soon as one of two is. */
function eitherOf(...tokens: readonly vscode.CancellationToken[]): vscode.CancellationToken {
  const source = new vscode.CancellationTokenSource();
  for (const token of tokens) token.onCancellationRequested(() => source.cancel());
  return source.token;
}

async function tell(answer: SweepAnswer): Promise<void> {
  const { l10n, window } = vscode;
  const problems = l10n.t('Show Problems');
  const findings = answer.errors + answer.warnings + answer.others;
  const picked = await window.showInformationMessage(inWords(answer), ...(findings > 0 ? [problems] : []));
  if (picked === problems) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

function inWords({ files, errors, warnings, others, milliseconds, left, cut }: SweepAnswer): string {
  const { l10n } = vscode;
  if (files === 0 && left === undefined) return l10n.t('No config was found in the workspace.');
  const seconds = (milliseconds / 1000).toFixed(1);
  const found = l10n.t('{0} configs, {1} errors, {2} warnings, {3} notes ({4} s).', files, errors, warnings, others, seconds);
  if (left !== undefined) return l10n.t('Cancelled. So far: {0}', found);
  return cut === true ? l10n.t('{0} The workspace has more configs than are checked.', found) : found;
}
