import type { Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Project } from '../engine/project/project.js';
import type { InlayKind } from '../engine/frameworks/face/editor.js';
import type { Settings } from '../engine/core/settings.js';
import { shownText } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import type { UriMap } from '../node/uris.js';
import type { EngineHost, ServedWorkspace } from './engine-host.js';
import type { PromptsFirst } from './prompts-first.js';
import type { Arrivals } from './arrivals.js';

/** What the client said that it can do, as far as we ask. */
export interface ClientAbilities {
  readonly pullDiagnostics: boolean;
  readonly diagnosticRefresh: boolean;
  readonly configuration: boolean;
  readonly registerConfiguration: boolean;
  readonly watchFiles: boolean;
  readonly workspaceFolders: boolean;
  readonly showDocument: boolean;
  /** Whether an edit may make a file. */
  readonly createFiles: boolean;
  /** Whether an edit may rename a file. */
  readonly renameFiles: boolean;
  /** Whether an edit may say which version of a document it is for. */
  readonly versionedEdits: boolean;
  readonly hoverMarkdown: boolean;
  /** Whether a completion may have places to fill. */
  readonly snippets: boolean;
  readonly completionMarkdown: boolean;
  readonly signatureMarkdown: boolean;
  /** Whether it asks again for hints, or tokens, when it is told that they may be others. */
  readonly inlayRefresh: boolean;
  readonly tokensRefresh: boolean;
  /** Whether a definition may say what of the text leads to it. */
  readonly definitionLinks: boolean;
  /** Whether symbols may have children. */
  readonly symbolTree: boolean;
}

/** All that the handlers of one connection share. */
export interface Session {
  readonly host: EngineHost;
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly uris: UriMap;
  readonly workspace: ServedWorkspace;
  readonly project: Project;
  readonly log: Log;
  readonly promptsFirst: PromptsFirst;
  readonly arrivals: Arrivals;
  /** What the client can do; all false until `initialize`. */
  abilities: ClientAbilities;
  /** Folders that the user opened. */
  folders: readonly FileId[];
  /** The interpreter that the user chose for Python. */
  interpreter: string | undefined;
  settings: Settings;
  /** It checks all configs of the workspace for the relay, and tells the client nothing. */
  readonly sweeps: boolean;
  /** The setting of that name: all configs of the workspace are checked. */
  workspaceDiagnostics: boolean;
  /** The hints that the user has not switched off. */
  inlayHints: ReadonlySet<InlayKind>;
  /** A command of the client's that shows the page of a rule, by its id; undefined where it has none: pages are then read on the web. */
  rulePageCommand: string | undefined;
  /** Rises with each change of files, folders and settings: what was made before may be out of date. */
  changes: number;
  /** Whether the user trusts the authors of the workspace; configs of others are told nothing of the machine. */
  trusted: boolean;
  /** Settled when the first settings are known: no request is answered before. */
  ready: Promise<void>;
}

/** Lines of the server's log in the editor; never a pop-up. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** An exception of our own: logged with its stack. */
  failure(what: string, error: unknown): void;
}

/** A stack has a line for each function. */
const mostOfFailure = 20_000;

export function createLog(connection: Connection): Log {
  return {
    info: (message) => connection.console.info(shownText(message)),
    warn: (message) => connection.console.warn(shownText(message)),
    failure: (what, error) =>
      connection.console.error(
        shownText(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, mostOfFailure),
      ),
  };
}
