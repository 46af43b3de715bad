import * as vscode from 'vscode';
import type { ComparedWith } from '../../../server/src/protocol/page.js';
import type { Choice, Preview, PreviewRequest } from '../../../server/src/protocol/preview.js';
import type { Server } from '../server.js';
import { pickAndGoOn, type OpenList } from '../pick-and-go-on.js';
import { plainText } from '../plain-text.js';
import { repositoryOf } from './git-head.js';
import { chooseSavedFile } from './saved-file.js';

interface Item extends vscode.QuickPickItem {
  readonly choose?: (list: OpenList) => Promise<ComparedWith | undefined>;
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
    !tasks && among(l10n.t('Another model'), '$(symbol-class)', 'model', () => choices('models'), selection.model),
    among(
      tasks ? l10n.t('Another task') : l10n.t('Another dataset'),
      '$(database)',
      'dataset',
      () => choices('datasets'),
      selection.dataset,
    ),
    shots.most > 0 && entry(l10n.t('Another number of shots'), '$(list-ordered)', () => otherShots(preview)),
    labels.length > 1 &&
      among(l10n.t('Another label'), '$(tag)', 'label', () => labels.map((label) => ({ id: label, label })), selection.label),
    chatTemplates.length > 1 &&
      among(l10n.t('Another chat template'), '$(comment-discussion)', 'chatTemplate', () => chatTemplates, selection.chatTemplate),
    entry(l10n.t('Another release of {0}', preview.framework.title), '$(versions)', (list) => otherRelease(preview, server, list)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    repository !== undefined &&
      entry(
        l10n.t('The last commit'),
        '$(git-commit)',
        () => Promise.resolve({ kind: 'commit' }),
        `git HEAD ${repository.state.HEAD?.commit?.slice(0, 8) ?? ''}`,
      ),
    uri.scheme === 'file' && entry(l10n.t('The saved files'), '$(save)', () => Promise.resolve({ kind: 'files' })),
    entry(l10n.t('The prompt in a saved prediction …'), '$(output)', async (list) => {
      list.hide();
      const file = await chooseSavedFile(uri);
      return file && { kind: 'saved', uri: file.toString() };
    }),
  ];
  return pickAndGoOn(
    items.filter((item) => item !== false),
    l10n.t('Compare the Prompt With'),
    async ({ choose }, list) => choose?.(list),
  );
}

function entry(label: string, icon: string, choose: NonNullable<Item['choose']>, description?: string): Item {
  return { label: `${icon} ${label}`, choose, ...(description !== undefined && { description }) };
}

/** Names come from configs: what looks like an icon in them is text. */
function shown(text: string): string {
  return plainText(text).replaceAll('$(', '$\u200b(');
}

/** @param chosen the one that is shown: it is not offered */
function among(
  title: string,
  icon: string,
  kind: 'dataset' | 'model' | 'label' | 'chatTemplate',
  choices: () => readonly Choice[] | Promise<readonly Choice[]>,
  chosen: string | undefined,
): Item {
  return entry(title, icon, async (list) => {
    const others = (await choices()).filter(({ id }) => id !== chosen);
    if (list.left) return undefined;
    const items = others.map(({ id, label, detail, place }) => ({
      id,
      name: label,
      label: shown(label),
      description: shown([detail, place].filter((words) => words !== undefined).join(' · ')),
    }));
    const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true });
    return picked && { kind, id: picked.id, name: picked.name };
  });
}

async function otherShots({ shots: { most }, selection }: Preview): Promise<ComparedWith | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('How many shots, from 0 to {0}', most),
    ignoreFocusOut: true,
    value: String(selection.shots === 0 ? most : 0),
    validateInput: (text) =>
      /^\d{1,6}$/.test(text) && Number(text) <= most ? undefined : vscode.l10n.t('A whole number from 0 to {0}.', most),
  });
  return typed === undefined ? undefined : { kind: 'shots', count: Number(typed) };
}

async function otherRelease({ uri, framework }: Preview, server: () => Promise<Server>, list: OpenList): Promise<ComparedWith | undefined> {
  const { known, shown: now } = await (await server()).releases(uri);
  const items = known.filter((release) => release !== now).reverse();
  if (list.left) return undefined;
  const release = await vscode.window.showQuickPick(items, { title: framework.title, ignoreFocusOut: true });
  return release === undefined ? undefined : { kind: 'release', release };
}
