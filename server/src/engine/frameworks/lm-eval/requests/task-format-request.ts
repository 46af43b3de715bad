import { applyFormat } from '../formats/index.js';
import { applyTemplate } from '../prompt/fields.js';
import { PyError } from '../../../core/errors.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { DictValue, textOf, type Value } from '../../../core/value.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import { BadRequest, type Request } from '../../../requests/request.js';
import type { Operation } from '../../face/operation.js';
import { nowhere } from '../../../core/span.js';

const templates = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

/** Op `lm-eval-format`: what a prompt format of the coming version makes of a task's fields, and its templates rendered on a row. */
export const lmEvalFormatOperation: Operation = (_session, request) => {
  const made = applyFormat(configOf(request), textOf(request.value('selection')));
  if (!made) throw new BadRequest('"spec" must name a prompt format.');
  if ('error' in made) return `"error": ${JSON.stringify(made.error.message)}`;
  if ('unknown' in made) return `"unknown": ${JSON.stringify(made.unknown)}`;
  const doc = fromMarks(request.dict('doc'));
  const rendered = templates.map((name) => `"rendered_${name}": ${renderedJson(made.emitted.get(name), doc)}`);
  return `"task_config": ${toGolden(made.emitted).json}, ${rendered.join(', ')}`;
};

function configOf(request: Request): DictValue {
  const config = new DictValue(nowhere);
  const spec = request.value('spec');
  if (spec) config.set('formats', fromMarks(spec));
  for (const name of templates) {
    const value = request.value(name);
    if (value) config.set(name, fromMarks(value));
  }
  return config;
}

function renderedJson(template: Value | undefined, doc: Value): string {
  if (!template || template.kind === 'none') return 'null';
  try {
    return toGolden(withoutUnknowns(applyTemplate(template, { doc, place: { split: 'test', index: 0 } }))).json;
  } catch (error) {
    if (error instanceof PyError) return JSON.stringify({ error: error.message });
    throw error;
  }
}
