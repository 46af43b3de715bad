import type { ResponseError } from 'vscode-languageserver';
import { saveTeamRows } from '../engine/project/save-team-rows.js';
import { fileOfPath, fileOfUri } from '../node/uris.js';
import type { SaveRowsAnswer, SaveRowsRequest } from '../protocol/commands.js';
import { guarded, workOn } from './guard.js';
import type { Session } from './session.js';
import { rangeOf } from './to-protocol.js';

/**
 * How the rows of a dataset come into the `preflight.json` above a config. Nothing is written: the client does that.
 * @param raw what a client gave, of any shape @throws Error that says what is wrong with the request
 */
export function answerSaveRows(session: Session, raw: unknown): SaveRowsAnswer | ResponseError<void> {
  const { uri, of, file, row, folder } = (raw ?? {}) as { [K in keyof SaveRowsRequest]?: unknown };
  if (typeof uri !== 'string' || typeof of !== 'string' || typeof file !== 'string' || !Number.isSafeInteger(row) || Number(row) < 0)
    throw new Error('the request must have a "uri", the name of a dataset as "of", a "file" and a "row"');
  const rows = { of, file: fileOfPath(file), row: Number(row) };
  return guarded(session.log, workOn(session, 'Saving rows', uri), () => {
    const saving = saveTeamRows(session.project, fileOfUri(uri), rows, typeof folder === 'string' ? fileOfUri(folder) : undefined);
    switch (saving.kind) {
      case 'edits':
        return {
          kind: 'edits',
          uri: session.uris.uri(saving.file),
          edits: saving.edits.map(({ span, newText }) => ({ range: rangeOf(session, span), newText })),
        };
      case 'create':
        return { kind: 'create', uri: session.uris.uri(saving.file), text: saving.text };
      case 'where':
        return { kind: 'where', folders: saving.folders.map((each) => session.uris.uri(each)) };
      default:
        return saving;
    }
  });
}
