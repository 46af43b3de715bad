import type { ModelConfig } from '../../../config/config.js';
import { classNameOf } from '../../../config/class-name.js';
import type { Dialect } from '../render/dialect.js';
import type { ReadModel } from '../../../config/read-config.js';
import type { InferencerMode } from '../infer/inferencer.js';
import type { MetaCase, ParsedResult } from '../render/render-case.js';
import { givenTo, metaOf } from '../render/render-target.js';
import type { Output } from '../../../prompt/rendered-prompt.js';
import type { TracedText } from '../../../core/traced-text.js';
import { StrValue } from '../../../core/value.js';
import { toGolden } from '../../../python/runtime/value-json.js';
import { fromMarks } from '../../../requests/golden-values.js';
import { withoutUnknowns } from '../../../requests/known-values.js';
import { BadRequest, type Request } from '../../../requests/request.js';

/** The entries of a config's `models` that a `render` request asks about; none where it has no `models`. */
export function modelsOf(request: Request, readModel: ReadModel): readonly ModelConfig[] {
  if (!request.has('models')) return [];
  return request.list('models').items.map((item, index) => {
    const value = fromMarks(item);
    if (value.kind !== 'dict') throw new BadRequest('Each of "models" must be an object, as in a config.');
    const type = value.get('type');
    const className = classNameOf(type);
    return { value, abbr: className ?? '', list: 'models', index, className, ...readModel(className, value.get('meta_template'), type) };
  });
}

/** The meta template that each model reads in the end, with the parser that does. */
export function metasOfModels(models: readonly ModelConfig[], dialect: Dialect, mode: InferencerMode): readonly MetaCase[] {
  return models.map((model) => metaOf(dialect, model, mode));
}

/** What each model is sent of the prompt that its parser made. */
export function sentJson(models: readonly ModelConfig[], parsed: readonly ParsedResult[], dialect: Dialect): string {
  return `[${models.map((model, i) => oneSent(model, parsed[i], dialect)).join(', ')}]`;
}

function oneSent(model: ModelConfig, parsed: ParsedResult | undefined, dialect: Dialect): string {
  if (!model.parser || !parsed) return `{"unknown": ${JSON.stringify(`What ${model.abbr} makes of a prompt is known only to its code.`)}}`;
  const given = 'value' in parsed ? givenTo(dialect, model, parsed) : parsed;
  if ('error' in given) return `{"error": ${JSON.stringify(given.error)}, "stage": "${given.stage}"}`;
  if ('unknown' in given) return `{"unknown": ${JSON.stringify(given.unknown)}}`;
  return outputJson(given.output);
}

function outputJson(output: Output): string {
  if (output.kind === 'text') return `{"text": ${textJson(output.text)}}`;
  return `{"messages": [${output.messages.map(({ role, text }) => `{"role": ${JSON.stringify(role)}, "content": ${textJson(text)}}`).join(', ')}]}`;
}

function textJson(text: TracedText): string {
  return toGolden(withoutUnknowns(new StrValue(text, { file: '', start: 0, end: 0 }))).json;
}
