import * as vscode from 'vscode';
import type { ComparedWith } from '../../../server/src/protocol/page.js';
import type { Choice, Preview, PreviewRequest } from '../../../server/src/protocol/preview.js';
import type { Server } from '../server.js';
import { plainText } from '../plain-text.js';
import { repositoryOf } from './git-head.js';
import { chooseSavedFile } from './saved-file.js';

interface Item extends vscode.QuickPickItem {
  readonly choose?: () => Promise<ComparedWith | undefined>;
}

/** Asks what the prompt that is shown is compared with. @returns undefined where nothing was chosen */
export async function chooseOther(
  preview: Preview,
  request: PreviewRequest,
  server: () => Promise<Server>,
): Promise<ComparedWith | undefined> {
  const { l10n } = vscode;
  const uri = vscode.Uri.parse(preview.uri);
  const { labels, chatTemplates, shots, selection } = preview;
  const choices = async (of: 'datasets' | 'models'): Promise<readonly Choice[]> => {
    const answer = await (await server()).choices(request);
    return answer?.[of] ?? [];
  };
  const tasks = preview.framework.previews === 'tasks';
  const repository = await repositoryOf(uri);
  const items: (Item | false)[] = [
    !tasks && entry(l10n.t('Another model'), '$(symbol-class)', () => ofChoices('model', choices('models'), selection.model)),
    entry(tasks ? l10n.t('Another task') : l10n.t('Another dataset'), '$(database)', () =>
      ofChoices('dataset', choices('datasets'), selection.dataset),
    ),
    shots.most > 0 && entry(l10n.t('Another number of shots'), '$(list-ordered)', () => otherShots(preview)),
    labels.length > 1 &&
      entry(l10n.t('Another label'), '$(tag)', () =>
        ofChoices(
          'label',
          labels.map((label) => ({ id: label, label })),
          selection.label,
        ),
      ),
    chatTemplates.length > 1 &&
      entry(l10n.t('Another chat template'), '$(comment-discussion)', () =>
        ofChoices('chatTemplate', chatTemplates, selection.chatTemplate),
      ),
    entry(l10n.t('Another release of {0}', preview.framework.title), '$(versions)', () => otherRelease(preview, server)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    repository !== undefined &&
      entry(
        l10n.t('The last commit'),
        '$(git-commit)',
        () => Promise.resolve({ kind: 'commit' }),
        `git HEAD ${repository.state.HEAD?.commit?.slice(0, 8) ?? ''}`,
      ),
    uri.scheme === 'file' && entry(l10n.t('The saved files'), '$(save)', () => Promise.resolve({ kind: 'files' })),
    entry(l10n.t('The prompt in a saved prediction …'), '$(output)', async () => {
      const file = await chooseSavedFile(uri);
      return file && { kind: 'saved', uri: file.toString() };
    }),
  ];
  const picked = await vscode.window.showQuickPick(
    items.filter((item) => item !== false),
    { title: l10n.t('Compare the Prompt With'), matchOnDescription: true },
  );
  return picked?.choose?.();
}

function entry(label: string, icon: string, choose: NonNullable<Item['choose']>, description?: string): Item {
  return { label: `${icon} ${label}`, choose, ...(description !== undefined && { description }) };
}

/** Names come from configs: what looks like an icon in them is text. */
function shown(text: string): string {
  return plainText(text).replaceAll('$(', '$\u200b(');
}

async function ofChoices(
  kind: 'dataset' | 'model' | 'label' | 'chatTemplate',
  choices: readonly Choice[] | Promise<readonly Choice[]>,
  chosen: string | undefined,
): Promise<ComparedWith | undefined> {
  const items = (await choices).flatMap(({ id, label, detail, place }) =>
    id === chosen
      ? []
      : [{ id, name: label, label: shown(label), description: shown([detail, place].filter((words) => words !== undefined).join(' · ')) }],
  );
  const picked = await vscode.window.showQuickPick(items, { matchOnDescription: true });
  return picked && { kind, id: picked.id, name: picked.name };
}

async function otherShots({ shots: { most }, selection }: Preview): Promise<ComparedWith | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('How many shots, from 0 to {0}', most),
    value: String(selection.shots === 0 ? most : 0),
    validateInput: (text) =>
      /^\d{1,6}$/.test(text) && Number(text) <= most ? undefined : vscode.l10n.t('A whole number from 0 to {0}.', most),
  });
  return typed === undefined ? undefined : { kind: 'shots', count: Number(typed) };
}

async function otherRelease({ uri, framework }: Preview, server: () => Promise<Server>): Promise<ComparedWith | undefined> {
  const { known, shown: now } = await (await server()).releases(uri);
  const items = known.filter((release) => release !== now).reverse();
  const release = await vscode.window.showQuickPick(items, { title: framework.title });
  return release === undefined ? undefined : { kind: 'release', release };
}
