import * as vscode from 'vscode';
import type { Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';
import { baseName, folderName } from '../base-name.js';
import type { RowMemory } from './row-memory.js';

/** Endings of files with rows. */
const endings = ['jsonl', 'json', 'csv', 'tsv', 'parquet', 'arrow', 'feather'];

/** Files of the workspace that are offered: whoever has more chooses in the dialog. */
const mostFiles = 500;

type Chosen = PreviewSelection['rows'] | 'by itself';

interface Item extends vscode.QuickPickItem {
  readonly does: () => Promise<Chosen | undefined>;
}

/**
 * Asks where the rows of a dataset come from: its own data, a file of the workspace or one that was used before, or any file by a dialog.
 * @returns what was chosen; `by itself`: what the dataset has where nothing is picked; undefined: nothing was
 */
export function chooseRows({ rows }: Preview, memory: RowMemory): Promise<Chosen | undefined> {
  return choose(vscode.l10n.t('Rows of {0}', rows.of), vscode.l10n.t('Where the rows of this dataset come from'), memory, [
    { label: vscode.l10n.t("The dataset's own rows"), description: rows.of, does: () => Promise.resolve({ kind: 'own' }) },
    {
      label: vscode.l10n.t('As the team or the settings say'),
      description: 'preflight.json, promptPreflight.rowFile',
      does: () => Promise.resolve('by itself'),
    },
  ]);
}

/**
 * Asks which file the rows of the in-context examples come from.
 * @returns its path; `by itself`: what the dataset has where nothing is picked; undefined: nothing was chosen
 */
export async function chooseTrainRows({ rows }: Preview, memory: RowMemory): Promise<string | undefined> {
  const chosen = await choose(
    vscode.l10n.t('Train rows of {0}', rows.of),
    vscode.l10n.t('Where the rows of the in-context examples come from'),
    memory,
    [{ label: vscode.l10n.t("The dataset's own train rows"), description: rows.of, does: () => Promise.resolve('by itself') }],
  );
  return typeof chosen === 'object' ? (chosen.kind === 'file' ? chosen.path : undefined) : chosen;
}

/** Offers files beside what the dataset has. */
async function choose(title: string, placeHolder: string, memory: RowMemory, own: readonly Item[]): Promise<Chosen | undefined> {
  const file =
    (fsPath: string): Item['does'] =>
    () => {
      memory.used(fsPath);
      return Promise.resolve({ kind: 'file', path: fsPath });
    };
  const used = memory.files().map((fsPath): Item => ({ label: baseName(fsPath), description: folderName(fsPath), does: file(fsPath) }));
  const found = await vscode.workspace.findFiles(`**/*.{${endings.join(',')}}`, '**/{node_modules,.git,.vscode,.venv,venv}/**', mostFiles);
  const there = found
    .filter(({ fsPath }) => !memory.files().includes(fsPath) && !/(^|[\\/])(package(-lock)?|tsconfig|preflight)\.json$/.test(fsPath))
    .sort((a, b) => (a.fsPath < b.fsPath ? -1 : 1))
    .map((uri): Item => ({ label: baseName(uri.fsPath), description: vscode.workspace.asRelativePath(uri), does: file(uri.fsPath) }));
  const items: (Item | vscode.QuickPickItem)[] = [
    ...own,
    { label: vscode.l10n.t('Choose a file …'), does: () => chooseFile(memory) },
    ...group(vscode.l10n.t('Last used'), used),
    ...group(vscode.l10n.t('In the workspace'), there),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  return chosen && 'does' in chosen ? chosen.does() : undefined;
}

function group(label: string, items: readonly Item[]): (Item | vscode.QuickPickItem)[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

async function chooseFile(memory: RowMemory): Promise<PreviewSelection['rows']> {
  const [uri] = (await vscode.window.showOpenDialog({ filters: { [vscode.l10n.t('Rows')]: endings }, canSelectMany: false })) ?? [];
  if (!uri) return undefined;
  memory.used(uri.fsPath);
  return { kind: 'file', path: uri.fsPath };
}
