import * as vscode from 'vscode';

/** Shows the page of a rule, by its id; without one, the index of all pages. */
export const rulePageCommand = 'promptPreflight.openRulePage';

const scheme = 'prompt-preflight-rule';
const index = 'README';

/** The pages of the rules that lie in the extension: shown in VS Code's own preview of Markdown, with nothing from the network. */
export class RulePages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly extensionUri: vscode.Uri) {}

  /** @param rule the id of a rule; anything else stands for the index */
  async open(rule?: unknown): Promise<void> {
    const name = typeof rule === 'string' && (await this.read('docs', 'rules', `${rule}.md`)) !== undefined ? rule : index;
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
    // Beside the config, where the preview of its prompt is, too.
    const config = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
    const viewColumn = config?.viewColumn === undefined ? vscode.ViewColumn.Active : config.viewColumn + 1;
    try {
      await vscode.commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', { viewColumn });
    } catch {
      // Of an editor without a preview of Markdown the text has to do.
      await vscode.window.showTextDocument(uri, { viewColumn });
    }
  }

  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const file = path.slice(1);
    const page = await this.read('docs', 'rules', file);
    if (page === undefined) return vscode.l10n.t('There is no page {0}.', file);
    const line = await this.firstLine(file.replace(/\.md$/, ''));
    return line === undefined ? page : page.replace(/\n/, `\n\n> ${line}\n`);
  }

  /** What the rule is about in the language of the editor; undefined in English, which the page is written in. */
  private async firstLine(rule: string): Promise<string | undefined> {
    const words = await this.read('l10n', `rules.${vscode.env.language}.json`);
    const known = words === undefined ? {} : (JSON.parse(words) as Partial<Record<string, { readonly title: string }>>);
    const title = Object.hasOwn(known, rule) ? known[rule]?.title : undefined;
    return title && `${title}。`;
  }

  /** A file of the extension, by plain names only; undefined where there is none. */
  private async read(...names: string[]): Promise<string | undefined> {
    if (!names.every((name) => /^[\w-]+(?:\.[\w-]+)*$/.test(name))) return undefined;
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.extensionUri, ...names)));
    } catch {
      return undefined;
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}
