import path from 'node:path';
import * as vscode from 'vscode';
import type { Choice, Preview, PreviewRequest, PreviewSelection } from '../../../server/src/protocol/preview.js';
import type { Server } from '../client.js';
import { plainText } from '../plain-text.js';
import { repositoryOf, textsAtHead } from './git-head.js';
import type { ChosenPrompt } from './panel-comparison.js';
import { chooseSavedFile, savedPromptsOf } from './saved-file.js';

interface Item extends vscode.QuickPickItem {
  readonly choose?: () => Promise<ChosenPrompt | undefined>;
}

/** Asks what the prompt that is shown is compared with. @returns undefined where nothing was chosen */
export async function chooseOther(
  preview: Preview,
  request: PreviewRequest,
  server: () => Promise<Server>,
): Promise<ChosenPrompt | undefined> {
  const { l10n } = vscode;
  const uri = vscode.Uri.parse(preview.uri);
  const { labels, chatTemplates, shots, selection } = preview;
  const choices = async (of: 'datasets' | 'models'): Promise<readonly Choice[]> => {
    const answer = await (await server()).choices(request);
    return answer?.[of] ?? [];
  };
  const tasks = preview.framework.previews === 'tasks';
  const inEditor = (): string => l10n.t('in the editor');
  const repository = await repositoryOf(uri);
  const items: (Item | false)[] = [
    !tasks &&
      entry(l10n.t('Another model'), '$(symbol-class)', () =>
        ofChoices(
          choices('models'),
          selection.model,
          (model) => ({ model }),
          (now) => labelOf(now.models, now.selection.model),
        ),
      ),
    entry(tasks ? l10n.t('Another task') : l10n.t('Another dataset'), '$(database)', () =>
      ofChoices(
        choices('datasets'),
        selection.dataset,
        (dataset) => ({ dataset }),
        (now) => labelOf(now.datasets, now.selection.dataset),
      ),
    ),
    shots.most > 0 && entry(l10n.t('Another number of shots'), '$(list-ordered)', () => otherShots(preview)),
    labels.length > 1 &&
      entry(l10n.t('Another label'), '$(tag)', () =>
        ofChoices(
          labels.map((label) => ({ id: label, label })),
          selection.label,
          (label) => ({ label }),
          (now) => now.selection.label ?? '',
        ),
      ),
    chatTemplates.length > 1 &&
      entry(l10n.t('Another chat template'), '$(comment-discussion)', () =>
        ofChoices(
          chatTemplates,
          selection.chatTemplate,
          (chatTemplate) => ({ chatTemplate }),
          (now) => labelOf(now.chatTemplates, now.selection.chatTemplate),
        ),
      ),
    entry(l10n.t('Another release of {0}', preview.framework.title), '$(versions)', () => otherRelease(preview, server)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    repository !== undefined &&
      entry(
        l10n.t('The last commit'),
        '$(git-commit)',
        () => Promise.resolve({ name: l10n.t('last commit'), now: inEditor, other: () => textsAtHead(repository) }),
        `git HEAD ${repository.state.HEAD?.commit?.slice(0, 8) ?? ''}`,
      ),
    uri.scheme === 'file' &&
      entry(l10n.t('The saved files'), '$(save)', () =>
        Promise.resolve({ name: l10n.t('saved files'), now: inEditor, other: () => Promise.resolve({ kind: 'files', texts: [] }) }),
      ),
    entry(l10n.t('The prompt in a saved prediction …'), '$(output)', () => savedPrediction(uri, server)),
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
  choices: readonly Choice[] | Promise<readonly Choice[]>,
  chosen: string | undefined,
  selected: (id: string) => PreviewSelection,
  now: ChosenPrompt['now'],
): Promise<ChosenPrompt | undefined> {
  const items = (await choices).flatMap(({ id, label, detail, place }) =>
    id === chosen
      ? []
      : [{ id, name: label, label: shown(label), description: shown([detail, place].filter((words) => words !== undefined).join(' · ')) }],
  );
  const picked = await vscode.window.showQuickPick(items, { matchOnDescription: true });
  return picked && bySelection(picked.name, selected(picked.id), now);
}

function bySelection(name: string, selection: PreviewSelection, now: ChosenPrompt['now']): ChosenPrompt {
  return { name, now, other: () => Promise.resolve({ kind: 'selection', selection }) };
}

async function otherShots({ shots: { most }, selection }: Preview): Promise<ChosenPrompt | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('How many shots, from 0 to {0}', most),
    value: String(selection.shots === 0 ? most : 0),
    validateInput: (text) =>
      /^\d{1,6}$/.test(text) && Number(text) <= most ? undefined : vscode.l10n.t('A whole number from 0 to {0}.', most),
  });
  if (typed === undefined) return undefined;
  const count = Number(typed);
  return bySelection(shotsInWords(count), { shots: count }, (now) => shotsInWords(now.selection.shots));
}

function shotsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 shot') : vscode.l10n.t('{0} shots', count);
}

function labelOf(choices: readonly Choice[], id: string): string {
  return choices.find((choice) => choice.id === id)?.label ?? id;
}

async function otherRelease({ uri, framework }: Preview, server: () => Promise<Server>): Promise<ChosenPrompt | undefined> {
  const { known, shown: now } = await (await server()).releases(uri);
  const items = known.filter((release) => release !== now).reverse();
  const release = await vscode.window.showQuickPick(items, { title: framework.title });
  return release === undefined
    ? undefined
    : {
        name: `${framework.title} ${release}`,
        now: (preview) => preview.release?.name ?? preview.framework.version,
        other: () => Promise.resolve({ kind: 'release', release }),
      };
}

async function savedPrediction(uri: vscode.Uri, server: () => Promise<Server>): Promise<ChosenPrompt | undefined> {
  const file = await chooseSavedFile(uri);
  return file && { name: path.posix.basename(file.path), now: () => vscode.l10n.t('preview'), other: savedPromptsOf(file, server) };
}
