import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver';
import { rowHolds, rowsToSearch } from '../engine/editor/preview/find-row.js';
import { fileOfUri } from '../node/uris.js';
import type { FindRowAnswer, FindRowRequest } from '../protocol/preview.js';
import { beacon } from '../worker/own-beacon.js';
import { workOn } from './guard.js';
import { settle } from './turns.js';
import { readPreviewRequest, serviceRequest } from './preview-requests.js';
import type { Session } from './session.js';

/** As long as this, in milliseconds, a message that arrives may have to wait; and so long a row is looked for. */
const slice = 12;
const patience = 1000;

/** Longest text that is looked for. */
const longest = 1000;

/**
 * Looks for the next row that has a text, from one row on and round at the end, in slices.
 * @throws Error that says what is wrong with the request
 */
export async function answerFindRow(
  session: Session,
  raw: unknown,
  token: CancellationToken,
): Promise<FindRowAnswer | ResponseError<void>> {
  const request = readFindRow(raw);
  const work = workOn(session, 'Search of rows', request.uri);
  const file = fileOfUri(request.uri);
  const document = session.project.document(file);
  const table = document && beacon.during(work, () => rowsToSearch(session.project, file, serviceRequest(document.lines, request)));
  if (!table || request.text === '') return { searched: 0 };
  const count = Math.max(1, table.count);
  const step = request.back === true ? count - 1 : 1;
  const last = performance.now() + patience;
  let end = performance.now() + slice;
  let index = (request.from % count) + step;
  for (let searched = 1; searched <= count; searched++, index += step) {
    const at = index % count;
    if (!table.has(at)) await table.fetch(at);
    const row = table.row(at);
    if (row && beacon.during(work, () => rowHolds(row, request.text))) return { row: at, searched };
    if (performance.now() < end) continue;
    if (performance.now() >= last) return { searched };
    await settle();
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'The search of rows was cancelled.');
    end = performance.now() + slice;
  }
  return { searched: count };
}

function readFindRow(raw: unknown): FindRowRequest {
  const { text, from, back } = (raw ?? {}) as { [K in keyof FindRowRequest]?: unknown };
  if (typeof text !== 'string' || text.length > longest || !Number.isSafeInteger(from) || Number(from) < 0)
    throw new Error('the request must have a "text" that is not too long, and a row as "from"');
  return { ...readPreviewRequest(raw), text, from: Number(from), ...(back === true && { back }) };
}
