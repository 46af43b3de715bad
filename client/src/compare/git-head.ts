import * as vscode from 'vscode';
import type { OtherPrompt } from '../../../server/src/protocol/compare.js';

// The part of VS Code's own git extension that is used (`extensions/git/src/api/git.d.ts`). It starts git, we start nothing.
interface GitChange {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri?: vscode.Uri | undefined;
}
interface GitRepository {
  /** Looks at the files anew. */
  status(): Promise<void>;
  readonly state: {
    /** Told whenever git was asked for the changes, whether there are others or not. */
    readonly onDidChange: vscode.Event<void>;
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

/** The last commit of a repository, beside what lies in its folder now. */
export class LastCommit {
  /** Texts of `commit` by paths: a commit never changes. */
  private readonly texts = new Map<string, string | null>();
  private commit: string | undefined;

  constructor(private readonly repository: GitRepository) {}

  /** Has git look at the files: VS Code does so a while after they were written, or never (`git.autorefresh`). */
  async refresh(): Promise<void> {
    // Another git holds the repository: what it was like before is shown until VS Code looks by itself.
    await this.repository.status().catch(() => undefined);
  }

  /** Tells when there is another commit, or when other files differ from it. */
  onDidChange(listener: () => void): vscode.Disposable {
    let known = this.mark();
    return vscode.Disposable.from(
      this.repository.state.onDidChange(() => {
        const now = this.mark();
        if (now === known) return;
        known = now;
        listener();
      }),
      vscode.workspace.onDidSaveTextDocument(() => void this.refresh()),
    );
  }

  /**
   * The texts that files had in it, of those that are not now as they were then.
   * @throws Error where these are too many
   */
  async changedTexts(): Promise<OtherPrompt> {
    const wanted = changedFiles(this.repository);
    if (wanted.length > most.files)
      throw new Error(vscode.l10n.t('{0} files differ from the last commit, which are too many to compare.', wanted.length));
    let room = most.characters;
    const texts: { readonly uri: string; readonly text: string | null }[] = [];
    for (const { uri, from } of wanted) {
      const text = await this.textOf(from.fsPath);
      room -= text?.length ?? 0;
      if (room < 0) throw new Error(vscode.l10n.t('The files that differ from the last commit are too large to compare.'));
      texts.push({ uri: uri.toString(), text });
    }
    return { kind: 'files', texts };
  }

  private async textOf(path: string): Promise<string | null> {
    const commit = this.repository.state.HEAD?.commit;
    if (commit !== this.commit) this.texts.clear();
    this.commit = commit;
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    const text = await this.repository.show('HEAD', path).catch(() => null);
    // What was read while a commit was made may be of either.
    if (this.repository.state.HEAD?.commit === commit) this.texts.set(path, text);
    return text;
  }

  private mark(): string {
    const files = changedFiles(this.repository).map(({ uri, from }) => `${uri.toString()} ${from.toString()}`);
    return [this.repository.state.HEAD?.commit ?? '', ...files].join('\n');
  }
}

/** The files that differ from the last commit, each with the one of the commit that it was. */
function changedFiles({ state }: GitRepository): readonly { readonly uri: vscode.Uri; readonly from: vscode.Uri }[] {
  const { indexChanges, workingTreeChanges, mergeChanges, untrackedChanges = [] } = state;
  const found = new Map<string, { readonly uri: vscode.Uri; readonly from: vscode.Uri }>();
  for (const { uri, originalUri, renameUri } of [...untrackedChanges, ...mergeChanges, ...workingTreeChanges, ...indexChanges]) {
    for (const one of [uri, originalUri]) if (readable.test(one.path)) found.set(one.toString(), { uri: one, from: one });
    // Under its new name, too: what imports it may be the same.
    if (renameUri && readable.test(renameUri.path)) found.set(renameUri.toString(), { uri: renameUri, from: originalUri });
  }
  return [...found.values()];
}
