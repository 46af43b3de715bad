import { LSPErrorCodes, ResponseError, type ExecuteCommandParams } from 'vscode-languageserver/node';
import { openRuleCommand } from './abilities.js';
import { guarded, settle } from './guard.js';
import { renderPreviewCommand, type PreviewAnswer } from './messages.js';
import { readPreviewRequest, type Previewer } from './preview.js';
import type { Session } from './session.js';

/** Runs the commands that the server offers. A preview is made of the newest text: edits behind it in the queue come first. */
export function registerCommands(session: Session, previewer: Previewer): void {
  session.connection.onExecuteCommand(async ({ command, arguments: args }: ExecuteCommandParams, token) => {
    await session.ready;
    await settle();
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, `${command} was cancelled.`);
    if (command === renderPreviewCommand) return guarded(session.log, 'Preview', (): PreviewAnswer => previewer.answer(readPreviewRequest(args?.[0])));
    if (command === openRuleCommand) return openRule(session, args?.[0]);
    return new ResponseError(LSPErrorCodes.RequestFailed, `There is no command ${command}.`);
  });
}

async function openRule({ connection, abilities, log }: Session, address: unknown): Promise<null> {
  if (typeof address !== 'string' || !address.startsWith('https://')) return null;
  if (abilities.showDocument) await connection.window.showDocument({ uri: address, external: true });
  else log.info(`The page of the rule: ${address}`);
  return null;
}
