import * as vscode from 'vscode';
import type { SweepAnswer } from '../../server/src/protocol/sweep.js';
import type { Server } from './client.js';
import { plainText } from './plain-text.js';

/**
 * The command "Check Whole Workspace": checks all configs once, whatever the setting says, with a progress that can be cancelled.
 * @returns what the server answers, for whoever runs the command; undefined where it fails
 */
export async function checkWorkspace(server: () => Promise<Server>): Promise<SweepAnswer | undefined> {
  const { l10n, window } = vscode;
  try {
    const answer = await window.withProgress(
      { location: vscode.ProgressLocation.Notification, cancellable: true, title: l10n.t('Prompt Preflight: checking the workspace') },
      async (progress, token) => (await server()).checkWorkspace((step) => progress.report(step), token),
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
