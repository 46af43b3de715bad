import * as vscode from 'vscode';

/** Shows the page of a rule, by its id; without one, the index of all pages. */
export const rulePageCommand = 'promptPreflight.openRulePage';

const scheme = 'prompt-preflight-rule';
const index = 'README';

/** The pages of the rules that lie in the extension, all in one file: shown in VS Code's own preview of Markdown, with nothing from the network. */
export class RulePages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  constructor(private readonly extensionUri: vscode.Uri) {}

  /** @param rule the id of a rule; anything else stands for the index */
  async open(rule?: unknown): Promise<void> {
    const name = typeof rule === 'string' && (await this.page(rule)) !== undefined ? rule : index;
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
    const rule = path.slice(1).replace(/\.md$/, '');
    const page = await this.page(rule);
    if (page === undefined) return vscode.l10n.t('There is no page {0}.', `${rule}.md`);
    const line = await this.firstLine(rule);
    return line === undefined ? page : page.replace(/\n/, `\n\n> ${line}\n`);
  }

  /** The page of a rule, or the index; undefined where there is none. */
  private async page(name: string): Promise<string | undefined> {
    return (await this.table<string>('dist', 'rule-pages.json'))[name];
  }

  /** What the rule is about in the language of the editor; undefined in English, which the page is written in. */
  private async firstLine(rule: string): Promise<string | undefined> {
    const words = await this.table<{ readonly title: string }>('l10n', `rules.${vscode.env.language}.json`);
    const title = words[rule]?.title;
    return title && `${title}。`;
  }

  /** What a JSON file of the extension has by its names, which has no other property; nothing where there is no such file. */
  private async table<T>(...path: [folder: string, file: string]): Promise<Partial<Record<string, T>>> {
    const none = Object.create(null) as Partial<Record<string, T>>;
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.extensionUri, ...path));
      return Object.assign(none, JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return none;
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}
