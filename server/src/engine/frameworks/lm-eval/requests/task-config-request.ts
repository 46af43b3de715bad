import { kindOf } from '../load/task-file.js';
import { defaultLimits } from '../../../core/evaluation.js';
import { dirname } from '../../../core/paths.js';
import type { RefValue } from '../../../core/value.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { evaluateTaskFile } from '../load/include.js';
import { BadRequest } from '../../../requests/request.js';
import type { RequestedConfig, Operation } from '../../face/operation.js';

const kinds = { TASK: 'TASK', GROUP: 'GROUP', PY_TASK: 'PY_TASK', UNKNOWN: 'NONE' } as const;

/**
 * Op `lm-eval-config`: what a task or group file of lm-evaluation-harness is, and the config that it loads to, with its includes. A `!function` is
 * `{"$function": …, "$base": the directory of the file in which it stands}`.
 */
export const lmEvalConfigOperation: Operation = (session, request) => {
  const opened = session.open(request);
  const { project, file } = opened;
  const document = project.document(file);
  if (!document) throw new BadRequest(`${opened.shown(file)} cannot be read.`);
  const evaluation = project.evaluate(file);
  // Whoever asks for it says that it is a task, whatever it looks like.
  const { ok, error, value, problems } = evaluation?.taskFile
    ? evaluation
    : evaluateTaskFile(file, document.text, project.workspace, defaultLimits);
  if (!ok) return `"error": ${JSON.stringify({ type: error?.type ?? 'LimitError', message: error?.text ?? problems[0]?.message ?? '' })}`;
  return `"kind": "${kinds[kindOf(value)]}", "config": ${toGolden(value, (ref) => functionJson(ref, opened)).json}`;
};

function functionJson(ref: RefValue, { shown }: RequestedConfig): string | undefined {
  if (ref.refKind !== 'function' || ref.from === undefined) return undefined;
  return `{"$function": ${JSON.stringify(ref.path)}, "$base": ${JSON.stringify(dirname(shown(ref.from)))}}`;
}
