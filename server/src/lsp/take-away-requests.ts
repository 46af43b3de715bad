import type { ResponseError } from 'vscode-languageserver';
import { dirname } from '../engine/core/paths.js';
import { say } from '../engine/core/say.js';
import { preview } from '../engine/editor/preview/preview.js';
import { pythonFor } from '../engine/editor/take-away/python.js';
import { takenAs, takenForms, type TakenForm } from '../engine/editor/take-away/take-away.js';
import { fileOfUri } from '../node/uris.js';
import type { TakeAnswer, TakeRequest } from '../protocol/take-away.js';
import { guarded, workOn } from './guard.js';
import { readPreviewRequest } from './preview-requests.js';
import type { Session } from './session.js';

/** The prompt that is shown, as a text to be used elsewhere. */
export function answerTakeAway(session: Session, raw: unknown): TakeAnswer | ResponseError<void> {
  const asked = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<TakeRequest>;
  const { form } = asked;
  return guarded(session.log, workOn(session, 'Copying', String(asked.uri ?? '')), () => {
    if (form === undefined || !takenForms.includes(form)) throw new Error('"form" must be one of those that are known');
    return taken(session, asked.request, form);
  });
}

function taken({ project, host }: Session, raw: unknown, form: TakenForm): TakeAnswer {
  const { uri, selection, halves, cursor } = readPreviewRequest(raw);
  const file = fileOfUri(uri);
  const at = cursor && project.document(file)?.lines.offsetAt(cursor);
  const result = preview(project, file, {
    selection,
    ...(halves && { halves }),
    ...(at !== undefined && { cursor: at }),
    verify: form === 'python',
  });
  if (result.kind !== 'preview') return { reason: result.reason };
  const { preview: data } = result;
  if (form !== 'python') {
    const text = takenAs(data, form);
    return text === undefined ? { reason: data.exactness.reason || say`There is no prompt.` } : { text };
  }
  const { verification } = data;
  if (!verification || 'refused' in verification) return { reason: verification?.refused ?? say`Parts of this prompt are not known.` };
  if (!host.verifyScript) return { reason: say`A script that asks the framework is not made in the browser.` };
  const name = [data.datasets.find(({ id }) => id === data.selection.dataset), data.models.find(({ id }) => id === data.selection.model)];
  const of = name.flatMap((choice) => (choice ? [choice.label] : [])).join(' × ');
  return { text: pythonFor(of, verification, host.verifyScript(verification.script), verification.workingDirectory ?? dirname(file)) };
}
