import * as vscode from 'vscode';
import { checkWorkspace } from './check-workspace.js';
import { watchForConfigs } from './context-key.js';
import { EffectiveConfigView } from './effective-config.js';
import { explainError, explainTerminal } from './explain-error.js';
import { PreviewController } from './preview/controller.js';
import type { Server } from './server.js';
import type { ShownPrompt } from './verify-arguments.js';
import { ScriptDefinitions, shellLanguage } from './script-definitions.js';
import { TargetsView } from './targets/targets-view.js';
import { RulePages, rulePageCommand } from './rule-pages.js';

/** What depends on where VS Code runs. */
export interface Platform {
  newServer(log: vscode.LogOutputChannel): Server;
  /** The command "Verify Against Installed Framework". */
  verify(shown: ShownPrompt | undefined): Promise<void>;
}

/**
 * Activates cheaply: on ordinary Python, YAML and JSON only a look at the text is made, on shell scripts none. The language client is loaded and its server
 * started on the first config that is met, where a definition of a name in a script is asked for, or by a command.
 * @param load loads the language client
 */
export function activateWith(context: vscode.ExtensionContext, load: () => Promise<Platform>): void {
  const log = lazy(() => {
    const channel = vscode.window.createOutputChannel('Prompt Preflight', { log: true });
    context.subscriptions.push(channel);
    return channel;
  });
  let running: Server | undefined;
  const server = lazy(async () => {
    running = (await load()).newServer(log());
    context.subscriptions.push(running);
    return running;
  });
  // A window without configs has no view of ours.
  const met = lazy(() => void vscode.commands.executeCommand('setContext', 'promptPreflight.met', true));
  const start = (): void => {
    met();
    void server().then((it) => it.start());
  };
  const preview = new PreviewController(context.extensionUri, server, context.workspaceState);
  const effective = new EffectiveConfigView(server);
  const targets = new TargetsView({ server, preview: (uri, pair) => preview.openPair(uri, pair) });
  const rulePages = new RulePages(context.extensionUri);

  context.subscriptions.push(
    preview,
    effective,
    targets,
    rulePages,
    watchForConfigs(start),
    vscode.languages.registerDefinitionProvider(shellLanguage, new ScriptDefinitions(server)),
    vscode.window.registerWebviewPanelSerializer(PreviewController.viewType, preview),
    vscode.commands.registerCommand('promptPreflight.preview', (uri?: unknown, position?: unknown) => preview.open(uri, position)),
    vscode.commands.registerCommand('promptPreflight.previewBeside', (uri?: unknown, position?: unknown) =>
      preview.openBeside(uri, position),
    ),
    vscode.commands.registerCommand('promptPreflight.showEffectiveConfig', (uri?: unknown) => effective.show(uri)),
    vscode.commands.registerCommand('promptPreflight.verify', async () => (await load()).verify(preview.shown())),
    vscode.commands.registerCommand('promptPreflight.explainError', (text?: unknown) => explainError(server, text)),
    vscode.commands.registerCommand('promptPreflight.explainTerminal', () => explainTerminal(server)),
    vscode.commands.registerCommand('promptPreflight.checkWorkspace', (follower?: unknown) => checkWorkspace(server, follower)),
    vscode.commands.registerCommand(rulePageCommand, (rule?: unknown) => rulePages.open(rule)),
    vscode.commands.registerCommand('promptPreflight.toggleLock', () => preview.toggleLock()),
    vscode.commands.registerCommand('promptPreflight.copyAs', () => preview.take()),
    vscode.commands.registerCommand('promptPreflight.compare', () => preview.compare()),
    vscode.commands.registerCommand('promptPreflight.restart', async () => (await server()).restart()),
    vscode.commands.registerCommand('promptPreflight.showLog', () => log().show(true)),
    // Not contributed, so in no menu: lets the tests in a real VS Code see what the preview shows and whether the server was needed.
    vscode.commands.registerCommand('promptPreflight.inspect', () => ({
      serverRunning: running?.running ?? false,
      serverPid: running?.pid,
      preview: preview.inspect(),
      targets: targets.inspect(),
      findings: running?.inspectFindings(),
    })),
  );
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
