import { LSPErrorCodes, ResponseError, type CancellationToken, type ExecuteCommandParams } from 'vscode-languageserver';
import { effectiveConfig } from '../engine/editor/effective-config.js';
import type { FileId } from '../engine/core/span.js';
import { explained } from './explain-requests.js';
import { openRuleCommand } from './abilities.js';
import { guarded, guardedNotification, logFailure, workOn } from './guard.js';
import { patienceForRows, settle, wait } from './turns.js';
import { whenArrived } from './when-arrived.js';
import { answerTakeAway } from './take-away-requests.js';
import { takeAwayCommand } from '../protocol/take-away.js';
import { PromptComparer } from './compare-requests.js';
import { headStart } from './prompts-first.js';
import { answerChoices, answerStates } from './pair-requests.js';
import { answerPreview, linkOf, readPreviewRequest, type RestLater } from './preview-requests.js';
import { SentPreviews } from './sent-previews.js';
import {
  effectiveConfigCommand,
  explainErrorCommand,
  findRowCommand,
  pairStatesCommand,
  previewChoicesCommand,
  previewRestNotification,
  renderPreviewCommand,
  saveRowsCommand,
  type EffectiveConfigAnswer,
} from '../protocol/commands.js';
import type { PreviewAnswer, SentAnswer } from '../protocol/preview.js';
import { checkDocument, checkInSlices } from './checked-documents.js';
import { answerTargets } from './target-requests.js';
import { targetsCommand } from '../protocol/targets.js';
import { answerFindRow } from './row-requests.js';
import { answerSaveRows } from './save-rows-requests.js';
import type { Session } from './session.js';
import { fileOfUri } from '../node/uris.js';

/**
 * Runs the commands that the server offers. A preview is made of the newest text: edits behind it in the queue come first.
 * @param changed called when the rows of a document's preview have come after it was shown
 */
export function registerCommands(session: Session, changed: (file: FileId) => void): void {
  const comparer = new PromptComparer(session);
  const sent = new SentPreviews();
  session.connection.onExecuteCommand(async ({ command, arguments: args }: ExecuteCommandParams, token) => {
    await session.ready;
    await settle();
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, `${command} was cancelled.`);
    if (command === renderPreviewCommand) {
      return sentPreview(session, args?.[0], sent, changed);
    }
    if (command !== openRuleCommand) return whenArrived(session, () => answerCommand(session, command, args?.[0], { comparer, token }));
    return openRule(session, args?.[0]);
  });
}

interface CommandHelp {
  readonly comparer: PromptComparer;
  readonly token: CancellationToken;
}

/** Answers what may be asked again without harm. */
function answerCommand(session: Session, command: string, argument: unknown, { comparer, token }: CommandHelp): unknown {
  if (command === previewChoicesCommand) return asked(session, command, () => answerChoices(session, argument));
  if (command === pairStatesCommand) return asked(session, command, () => answerStates(session, argument, token));
  if (command === findRowCommand) return asked(session, command, () => answerFindRow(session, argument, token));
  if (command === saveRowsCommand) return asked(session, command, () => answerSaveRows(session, argument));
  if (command === effectiveConfigCommand)
    return guarded(session.log, workOn(session, 'Effective config', String(argument)), () => effective(session, argument));
  if (command === explainErrorCommand)
    return guarded(session.log, workOn(session, 'Explain', String((argument as { uri?: unknown } | undefined)?.uri)), () =>
      explained(session, argument),
    );
  if (command === targetsCommand) return asked(session, command, () => answerTargets(session, argument));
  if (command === takeAwayCommand) return answerTakeAway(session, argument);
  if (comparer.answers(command)) return comparer.answer(command, argument);
  return new ResponseError(LSPErrorCodes.RequestFailed, `There is no command ${command}.`);
}

/** What one looks at comes first for a client that keeps its previews; the rest follows. */
async function sentPreview(
  session: Session,
  raw: unknown,
  sent: SentPreviews,
  changed: (file: FileId) => void,
): Promise<SentAnswer | ResponseError<void>> {
  const { uri, holds } = (raw ?? {}) as { readonly uri?: unknown; readonly holds?: unknown };
  let rest: RestLater | undefined;
  // Who keeps what is sent can take the problems behind it: of a config of thousands of datasets the check takes a second.
  const answer = await preview(session, raw, changed, typeof holds === 'string' ? (later) => (rest = later) : undefined);
  if (answer instanceof ResponseError || typeof uri !== 'string' || typeof holds !== 'string') return answer;
  const message = sent.toSend(answer, holds, rest);
  const { version } = answer.kind === 'preview' ? answer.preview : answer;
  session.promptsFirst.previewed(fileOfUri(uri), version);
  if (rest && 'name' in message) sendRest(session, sent, { uri, version, name: message.name, rest });
  return message;
}

interface RestToSend {
  readonly uri: string;
  readonly version: number;
  readonly name: string;
  readonly rest: RestLater;
}

/** The prompt itself is shown first, and an edit that has arrived comes first: the rest is then that of its own prompt. */
function sendRest(session: Session, sent: SentPreviews, { uri, version, name, rest }: RestToSend): void {
  const file = fileOfUri(uri);
  const then = wait(headStart).then(settle);
  void then.then(async () => {
    if (session.project.document(file)?.version === version) await checkInSlices(session, 'Diagnostics', file);
    if (session.project.document(file)?.version !== version) return;
    guardedNotification(session.log, workOn(session, 'Diagnostics', uri), () => {
      checkDocument(session, file);
      const message = sent.completed(name, rest, rest.problems());
      if (message)
        logFailure(session.log, 'Sending the rest of a preview', session.connection.sendNotification(previewRestNotification, message));
    });
  });
}

/** Where rows take longer to be read, the preview is shown without them at first. */
async function preview(
  session: Session,
  raw: unknown,
  changed: (file: FileId) => void,
  later?: (rest: RestLater) => void,
): Promise<PreviewAnswer | ResponseError<void>> {
  const uri = (raw as { readonly uri?: unknown } | undefined)?.uri;
  const answer = (): PreviewAnswer | ResponseError<void> =>
    guarded(session.log, workOn(session, 'Preview', String(uri)), () => answerPreview(session, readPreviewRequest(raw), later));
  if (typeof uri === 'string' && !later) {
    await checkInSlices(session, 'Diagnostics', fileOfUri(uri));
    guarded(session.log, workOn(session, 'Diagnostics', uri), () => checkDocument(session, fileOfUri(uri)));
  }
  let first = await whenArrived(session, answer);
  if (first instanceof ResponseError) return first;
  const { reads } = session.project;
  const file = fileOfUri(readPreviewRequest(raw).uri);
  // Without the names of all tasks nothing is known of a group.
  if (first.kind === 'none' && session.project.load(file)) {
    await reads.pending;
    first = await whenArrived(session, answer);
  }
  const late = wait(patienceForRows).then(() => false);
  for (let { pending } = reads; pending && !(first instanceof ResponseError); { pending } = reads) {
    if (await Promise.race([pending.then(() => true), late])) first = await whenArrived(session, answer);
    else {
      void pending.then(() => changed(file));
      break;
    }
  }
  return first;
}

/** What a handler throws is a request that is none. */
async function asked<R>({ log }: Session, what: string, run: () => R | Promise<R>): Promise<R | ResponseError<void>> {
  try {
    return await run();
  } catch (error) {
    log.failure(what, error);
    return new ResponseError<void>(LSPErrorCodes.RequestFailed, `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function effective(session: Session, uri: unknown): EffectiveConfigAnswer {
  const found = typeof uri === 'string' ? effectiveConfig(session.project, fileOfUri(uri)) : undefined;
  return found ? { text: found.text, links: found.links.map(({ line, target }) => ({ line, link: linkOf(session, target) })) } : null;
}

async function openRule({ connection, abilities, log }: Session, address: unknown): Promise<null> {
  if (typeof address !== 'string' || !address.startsWith('https://')) return null;
  if (abilities.showDocument) await connection.window.showDocument({ uri: address, external: true });
  else log.info(`The page of the rule: ${address}`);
  return null;
}
