import { DidChangeConfigurationNotification, TextDocuments, type Connection, type InitializeParams } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { version } from '../../../package.json';
import { createProject, type Refusal } from '../engine/project/project.js';
import { inlayKinds } from '../engine/frameworks/face/editor.js';
import { defaultSettings } from '../engine/core/settings.js';
import type { FileId } from '../engine/core/span.js';
import { initializeResult, noAbilities, readAbilities } from './abilities.js';
import { Changes } from './changes.js';
import { registerCommands } from './commands.js';
import { Configuration } from './configuration.js';
import { noDiagnostics, pullDiagnostics, pushDiagnostics, type Diagnostics } from './diagnostics.js';
import { followDocuments, foldersOf, watchFiles } from './documents.js';
import type { EngineHost } from './engine-host.js';
import { registerFeatures } from './features.js';
import { registerTextFeatures } from './text-features.js';
import { registerIndexed } from './indexed-features.js';
import { guardedNotification, logFailure } from './guard.js';
import {
  pythonInterpreterNotification,
  rowFilesNotification,
  trustNotification,
  type PythonInterpreter,
  type RowFilesChosen,
} from '../protocol/commands.js';
import { PromptsFirst } from './prompts-first.js';
import { forgiveNotification, refuseNotification, type Forgiveness } from './refusals.js';
import { createLog, type Log, type Session } from './session.js';
import { inSlices } from './slices.js';
import { sweepStaleRequest, sweepWantedRequest, type SweepWanted } from './sweep-messages.js';
import { Arrivals } from './arrivals.js';
import { worldOf } from './world.js';
import { fileOfPath, fileOfUri, UriMap } from '../node/uris.js';
import { beacon } from '../worker/own-beacon.js';

/**
 * Serves one client over a connection. The Python grammar must be loaded.
 * @param sweep answers the relay, for which all configs of the workspace are checked: the client is told nothing; absent: it serves the client
 */
export function serve(connection: Connection, host: EngineHost, sweep?: (session: Session) => void): void {
  const sweeps = sweep !== undefined;
  const session = createSession(connection, host, sweeps, () => changes.affected(session.project.openFiles()));
  let diagnostics: Diagnostics = sweeps ? noDiagnostics : pushDiagnostics(session);
  const changes = sweeps ? noChanges : new Changes(session, () => diagnostics);
  const configuration = new Configuration(session, () => reconfigure(session, changes));
  let settled: () => void = () => undefined;
  session.ready = new Promise((resolve) => (settled = resolve));

  connection.onInitialize((params) => {
    initialize(session, params);
    if (session.abilities.pullDiagnostics && !sweeps) diagnostics = pullDiagnostics(session);
    configuration.initialize(params.initializationOptions);
    reconfigure(session, changes);
    return initializeResult(params, host.readsAll);
  });
  connection.onInitialized(async () => {
    // Before anything is waited for: a change that nobody listens to would be lost.
    followFolders(session, changes);
    await configuration.fetchSoon();
    settled();
    if (sweeps) return;
    tellSweep(session);
    session.log.info(
      `Prompt Preflight ${version} serves ${session.folders.length === 0 ? 'single documents' : session.folders.join(', ')}.`,
    );
    await register(session).catch((error: unknown) => session.log.failure('Registering with the editor', error));
  });
  connection.onDidChangeConfiguration(({ settings }) => configuration.received(settings));
  connection.onNotification(pythonInterpreterNotification, (message: PythonInterpreter | undefined) => {
    guardedNotification(session.log, { what: 'Choosing the Python interpreter' }, () => {
      session.interpreter = typeof message?.path === 'string' ? message.path : undefined;
      reconfigure(session, changes);
    });
  });
  connection.onNotification(rowFilesNotification, (message: RowFilesChosen | undefined) => {
    guardedNotification(session.log, { what: 'Choosing files of rows' }, () => chooseRowFiles(session, message?.files, changes));
  });
  connection.onNotification(trustNotification, () => {
    guardedNotification(session.log, { what: 'Trusting the workspace' }, () => {
      session.trusted = true;
      reconfigure(session, changes);
    });
  });
  followRefusals(session, changes);
  if (sweep) sweep(session);
  else {
    registerFeatures(session);
    registerTextFeatures(session);
    registerIndexed(session);
    registerCommands(session, (file) => changes.affected([file]));
  }
  followDocuments(session, { diagnostics: () => diagnostics, changes });
  connection.listen();
}

/** Documents that were too much for an engine before this one. */
function followRefusals({ connection, project, log }: Session, changes: Pick<Changes, 'affected'>): void {
  connection.onNotification(refuseNotification, (refusal: Refusal) => {
    guardedNotification(log, { what: 'Leaving a document alone' }, () => {
      project.refuse(refusal);
      changes.affected([refusal.file]);
    });
  });
  connection.onNotification(forgiveNotification, ({ file }: Forgiveness) => {
    guardedNotification(log, { what: 'Taking up a document again' }, () => changes.affected(project.forgive(file)));
  });
}

/** Of an engine that the client hears nothing of. */
const noChanges: Pick<Changes, 'affected'> = { affected: () => undefined };

/** A sweep goes from file to file and seldom comes back: less of the bases is kept than for documents that are open. */
const keptBySweep = 60_000;

/** @param outdated called when answers may be others now, since files have come from afar */
function createSession(connection: Connection, host: EngineHost, sweeps: boolean, outdated: () => void): Session {
  const workspace = host.workspace(connection, () => {
    session.changes++;
    session.project.configure(session.settings);
    session.arrivals.arrived();
  });
  const ruleFailed = (file: FileId, rule: string, error: unknown): void => session.log.failure(`The rule ${rule} on ${file}`, error);
  const session: Session = {
    host,
    connection,
    documents: new TextDocuments(TextDocument),
    uris: new UriMap(),
    workspace,
    project: createProject(workspace, defaultSettings, {
      environment: host.environment(() => session.trusted),
      progress: beacon,
      inSlices: (step) => inSlices(step),
      ruleFailed,
      ...(sweeps && { keptBaseValues: keptBySweep, otherClasses: () => void connection.sendRequest(sweepStaleRequest) }),
    }),
    log: sweeps ? failuresOnly(createLog(connection)) : createLog(connection),
    promptsFirst: new PromptsFirst(),
    arrivals: new Arrivals(outdated),
    abilities: noAbilities,
    folders: [],
    interpreter: undefined,
    rulePageCommand: undefined,
    settings: defaultSettings,
    sweeps,
    workspaceDiagnostics: false,
    inlayHints: new Set(inlayKinds),
    changes: 0,
    ready: Promise.resolve(),
    trusted: true,
  };
  return session;
}

/** What another engine has said already is not said again. */
function failuresOnly(log: Log): Log {
  return { info: () => undefined, warn: () => undefined, failure: log.failure };
}

function initialize(session: Session, { capabilities, workspaceFolders, rootUri, initializationOptions }: InitializeParams): void {
  session.abilities = readAbilities(capabilities);
  const { trusted, rulePageCommand } = (initializationOptions ?? {}) as { trusted?: unknown; rulePageCommand?: unknown };
  // Editors without a notion of trust say nothing of it.
  session.trusted = trusted !== false;
  session.rulePageCommand = typeof rulePageCommand === 'string' ? rulePageCommand : undefined;
  session.folders = workspaceFolders ? foldersOf(workspaceFolders) : typeof rootUri === 'string' ? [fileOfUri(rootUri)] : [];
}

function followFolders(session: Session, changes: Pick<Changes, 'affected'>): void {
  if (!session.abilities.workspaceFolders) return;
  session.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
    const gone = new Set(foldersOf(removed));
    session.folders = [...session.folders.filter((folder) => !gone.has(folder)), ...foldersOf(added)];
    reconfigure(session, changes);
  });
}

async function register(session: Session): Promise<void> {
  const { connection, abilities } = session;
  if (abilities.registerConfiguration)
    await connection.client.register(DidChangeConfigurationNotification.type, { section: 'promptPreflight' });
  await watchFiles(session);
}

/** What the user chose in a dialog is read wherever it lies, that file alone. */
function chooseRowFiles({ workspace, project }: Session, files: unknown, changes: Pick<Changes, 'affected'>): void {
  const chosen = Array.isArray(files) ? files.filter((file) => typeof file === 'string').map(fileOfPath) : [];
  for (const file of workspace.chooseFiles(chosen)) changes.affected(project.fileChanged(file));
}

/** Other folders, settings, interpreter or trust: everything is computed anew. */
function reconfigure(session: Session, changes: Pick<Changes, 'affected'>): void {
  const { workspace, project, folders, settings, interpreter, trusted } = session;
  session.changes++;
  workspace.configure({
    folders,
    trusted,
    packageRoots: settings.packageRoots,
    includePaths: [...settings.includePaths, ...settings.dataRoots],
    interpreter,
  });
  project.configure(settings);
  changes.affected(project.openFiles());
  tellSweep(session);
}

/** Tells the relay whether the workspace is to be checked, and with which settings. */
function tellSweep(session: Session): void {
  if (session.sweeps) return;
  const params: SweepWanted = { on: session.workspaceDiagnostics && session.host.readsAll, world: worldOf(session) };
  logFailure(session.log, 'Asking for a check of the workspace', session.connection.sendRequest(sweepWantedRequest, params));
}
