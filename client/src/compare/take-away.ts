import * as vscode from 'vscode';
import type { PreviewRequest } from '../../../server/src/protocol/preview.js';
import type { TakenForm } from '../../../server/src/protocol/take-away.js';
import type { Server } from '../server.js';
import { plainText } from '../plain-text.js';

/**
 * Copies the prompt that is shown in a form to be used elsewhere, and says so where it is not seen: in the status bar.
 * @param form absent: the user is asked
 */
export async function takeAway(form: TakenForm | undefined, request: PreviewRequest, server: () => Promise<Server>): Promise<void> {
  const { l10n } = vscode;
  const names: Readonly<Record<TakenForm, string>> = {
    text: l10n.t('Text'),
    messages: l10n.t('Messages (JSON)'),
    curl: l10n.t('curl for a service like OpenAI’s'),
    python: l10n.t('Python that has the framework make this prompt'),
    markdown: l10n.t('Markdown for an issue'),
  };
  const items = (Object.keys(names) as TakenForm[]).map((each) => ({ label: names[each], form: each }));
  // Behind the palette the panel gets the focus back, and late: a list that ended with its focus would be gone.
  const chosen = form ?? (await vscode.window.showQuickPick(items, { title: l10n.t('Copy Prompt As'), ignoreFocusOut: true }))?.form;
  if (chosen === undefined) return;
  try {
    const answer = await (await server()).takeAway({ uri: request.uri, request, form: chosen });
    if ('reason' in answer) throw new Error(answer.reason);
    await vscode.env.clipboard.writeText(answer.text);
    vscode.window.setStatusBarMessage(l10n.t('$(check) Copied: {0}', names[chosen]), 3000);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showWarningMessage(plainText(l10n.t('Nothing was copied. {0}', reason)));
  }
}
