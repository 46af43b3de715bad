import type {
  ClientCapabilities,
  FileOperationRegistrationOptions,
  InitializeParams,
  InitializeResult,
  MarkupKind,
  TextDocumentClientCapabilities,
} from 'vscode-languageserver';
import { version } from '../../../package.json';
import { takeAwayCommand } from '../protocol/take-away.js';
import { comparePromptsCommand, readSavedCommand, releasesCommand } from '../protocol/compare.js';
import { tokensCommand } from '../protocol/tokens.js';
import { targetsCommand } from '../protocol/targets.js';
import { workspaceCheckCommand } from '../protocol/sweep.js';
import {
  effectiveConfigCommand,
  explainErrorCommand,
  findRowCommand,
  pairStatesCommand,
  previewChoicesCommand,
  renderPreviewCommand,
  saveRowsCommand,
} from '../protocol/commands.js';
import type { ClientAbilities } from './session.js';

/** The server's own command behind "open the page of the rule": takes its address. */
export const openRuleCommand = 'promptPreflight.openRule';

/** Those behind "Compare With…". */
export const compareCommands = [comparePromptsCommand, readSavedCommand, releasesCommand] as const;

/** The kind of the action that applies every safe fix, for `editor.codeActionsOnSave`. */
export const fixAllKind = 'source.fixAll.promptPreflight';

/** The kinds of other ways to write the same. */
export const refactorKinds = ['refactor.extract', 'refactor.inline', 'refactor.rewrite'] as const;

/** What words within texts are shown as, of the protocol's own types of tokens. */
export const tokenTypes = ['parameter', 'enumMember', 'macro', 'keyword', 'variable', 'function'] as const;

/** Named here: the library that has the constants takes longer to load than all that a client is answered with at first. */
const quickFix = 'quickfix';
const incremental = 2;

/** What others name by its place: configs, folders of them, and what tasks include, whose names have often no ending. */
const movable: FileOperationRegistrationOptions['filters'] = [
  { scheme: 'file', pattern: { glob: '**/*.{py,yaml,yml}', matches: 'file' } },
  { scheme: 'file', pattern: { glob: '**/*_{yaml,yml}', matches: 'file' } },
  { scheme: 'file', pattern: { glob: '**/*', matches: 'folder' } },
];

export const noAbilities: ClientAbilities = readAbilities({});

export function readAbilities({ textDocument, workspace = {}, window }: ClientCapabilities): ClientAbilities {
  return { ...workspaceAbilities(workspace), ...documentAbilities(textDocument), showDocument: window?.showDocument?.support ?? false };
}

function workspaceAbilities({
  diagnostics,
  configuration = false,
  didChangeConfiguration,
  didChangeWatchedFiles,
  workspaceFolders = false,
  workspaceEdit,
  inlayHint,
  semanticTokens,
}: NonNullable<ClientCapabilities['workspace']>) {
  const versionedEdits = workspaceEdit?.documentChanges ?? false;
  return {
    diagnosticRefresh: diagnostics?.refreshSupport ?? false,
    inlayRefresh: inlayHint?.refreshSupport ?? false,
    tokensRefresh: semanticTokens?.refreshSupport ?? false,
    configuration,
    registerConfiguration: didChangeConfiguration?.dynamicRegistration ?? false,
    watchFiles: didChangeWatchedFiles?.dynamicRegistration ?? false,
    workspaceFolders,
    versionedEdits,
    createFiles: versionedEdits && workspaceEdit?.resourceOperations?.includes('create') === true,
    renameFiles: versionedEdits && workspaceEdit?.resourceOperations?.includes('rename') === true,
  };
}

function documentAbilities({
  diagnostic,
  hover,
  completion,
  definition,
  documentSymbol,
  signatureHelp,
}: TextDocumentClientCapabilities = {}) {
  return {
    pullDiagnostics: diagnostic !== undefined,
    hoverMarkdown: takesMarkdown(hover?.contentFormat),
    snippets: completion?.completionItem?.snippetSupport ?? false,
    completionMarkdown: takesMarkdown(completion?.completionItem?.documentationFormat),
    signatureMarkdown: takesMarkdown(signatureHelp?.signatureInformation?.documentationFormat),
    definitionLinks: definition?.linkSupport ?? false,
    symbolTree: documentSymbol?.hierarchicalDocumentSymbolSupport ?? false,
  };
}

/** A client that names no formats is of a time when texts were Markdown. */
function takesMarkdown(formats: readonly MarkupKind[] | undefined): boolean {
  return formats?.includes('markdown') ?? true;
}

/** What the server says that it can do. Pull diagnostics are offered only to a client that can pull: no client gets both. */
/** @param readsAll whether all files of a workspace can be read */
export function initializeResult({ capabilities }: InitializeParams, readsAll = true): InitializeResult {
  const abilities = readAbilities(capabilities);
  return {
    serverInfo: { name: 'Prompt Preflight', version },
    capabilities: {
      positionEncoding: 'utf-16',
      // Where the client tells nothing of files on disk, a save is when to look at them again.
      textDocumentSync: { openClose: true, change: incremental, save: !abilities.watchFiles },
      ...(abilities.pullDiagnostics && {
        diagnosticProvider: { identifier: 'prompt-preflight', interFileDependencies: true, workspaceDiagnostics: false },
      }),
      hoverProvider: true,
      inlayHintProvider: true,
      semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
      signatureHelpProvider: { triggerCharacters: ['(', ','] },
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      completionProvider: { triggerCharacters: ['"', "'", '{', '.', '/'] },
      definitionProvider: true,
      documentSymbolProvider: true,
      documentHighlightProvider: true,
      // What is not found in all files is not renamed in some.
      ...(readsAll && {
        workspaceSymbolProvider: true,
        referencesProvider: true,
        renameProvider: capabilities.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
      }),
      documentLinkProvider: {},
      codeLensProvider: {},
      codeActionProvider: { codeActionKinds: [quickFix, ...refactorKinds, fixAllKind] },
      executeCommandProvider: {
        commands: [
          renderPreviewCommand,
          previewChoicesCommand,
          pairStatesCommand,
          findRowCommand,
          saveRowsCommand,
          effectiveConfigCommand,
          explainErrorCommand,
          ...compareCommands,
          takeAwayCommand,
          tokensCommand,
          workspaceCheckCommand,
          targetsCommand,
          openRuleCommand,
        ],
      },
      workspace: {
        workspaceFolders: { supported: true, changeNotifications: true },
        fileOperations: { willRename: { filters: movable } },
      },
    },
  };
}
