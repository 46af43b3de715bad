import * as vscode from 'vscode';
import type { OtherPrompt } from '../../../server/src/protocol/compare.js';

// The part of VS Code's own git extension that is used (`extensions/git/src/api/git.d.ts`). It starts git, we start nothing.
interface GitChange {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri?: vscode.Uri | undefined;
}
interface GitRepository {
  readonly state: {
    readonly HEAD?: { readonly commit?: string };
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly mergeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  show(ref: string, path: string): Promise<string>;
}
interface GitApi {
  getRepository(uri: vscode.Uri): GitRepository | null;
}

/** What configs, tasks and their templates are written in; files that tasks include have often no ending. */
const readable = /(?:\.(?:py|ya?ml|jsonc?|jinja2?|jsonl|csv|txt)|\/[^/.]+)$/;

/** So many changed files, and characters of them, are looked at. */
const most = { files: 300, characters: 8_000_000 } as const;

/** The repository that a document lies in; undefined without one, and without VS Code's git extension. */
export async function repositoryOf(uri: vscode.Uri): Promise<GitRepository | undefined> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
  if (!extension || uri.scheme !== 'file') return undefined;
  try {
    return (await extension.activate()).getAPI(1).getRepository(uri) ?? undefined;
  } catch {
    // The user has switched git off.
    return undefined;
  }
}

/**
 * The texts that files had in the last commit, of those that are not now as they were then.
 * @throws Error where these are too many
 */
export async function textsAtHead(repository: GitRepository): Promise<OtherPrompt> {
  const { indexChanges, workingTreeChanges, mergeChanges, untrackedChanges = [] } = repository.state;
  const wanted = new Map<string, { readonly uri: vscode.Uri; readonly from: vscode.Uri }>();
  for (const { uri, originalUri, renameUri } of [...untrackedChanges, ...mergeChanges, ...workingTreeChanges, ...indexChanges]) {
    for (const one of [uri, originalUri]) if (readable.test(one.path)) wanted.set(one.toString(), { uri: one, from: one });
    // Under its new name, too: what imports it may be the same.
    if (renameUri && readable.test(renameUri.path)) wanted.set(renameUri.toString(), { uri: renameUri, from: originalUri });
  }
  if (wanted.size > most.files)
    throw new Error(vscode.l10n.t('{0} files differ from the last commit, which are too many to compare.', wanted.size));
  let room = most.characters;
  const texts: { readonly uri: string; readonly text: string | null }[] = [];
  for (const { uri, from } of wanted.values()) {
    const text = await repository.show('HEAD', from.fsPath).catch(() => null);
    room -= text?.length ?? 0;
    if (room < 0) throw new Error(vscode.l10n.t('The files that differ from the last commit are too large to compare.'));
    texts.push({ uri: uri.toString(), text });
  }
  return { kind: 'files', texts };
}
