import { TracedText } from '../../../core/traced-text.js';
import { BoolValue, DictValue, IntValue, ListValue, StrValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { parseTemplate, TemplateFault, type JinjaTemplate } from '../../../jinja/index.js';
import type { JinjaShape } from '../../../jinja/analysis/template-shape.js';
import { ShapeFinder } from '../../../jinja/analysis/template-shapes.js';
import { registeredPrompt } from './use-prompt.js';

/** How many items a list has of which no use says it: as many as most tasks have choices. */
const usualItems = 4;

/** The fields that are rendered for a row (lm-evaluation-harness 0.4.13 `api/task.py`), also in `fewshot_config`. */
const fields = ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'gen_prefix', 'description'] as const;

/**
 * A row made up from the templates of a task, to show where its columns go: `⟦question⟧`, `⟦choices[0]⟧`, `⟦doc.title⟧`. A column is what the
 * templates take it for: text, a list, a dict, an index, a number, or a value that they compare it with. What only code uses is not there.
 */
export function placeholderRow(config: DictValue): DictValue {
  const finder = new ShapeFinder();
  const fewShot = config.get('fewshot_config');
  for (const part of fewShot?.kind === 'dict' ? [config, fewShot] : [config]) addFields(finder, part, config);
  const prompt = templateOf(registeredPrompt(config.get('use_prompt')) ?? '');
  if (prompt) finder.add(prompt);
  const row = new DictValue(nowhere);
  for (const [name, shape] of finder.shapes) row.set(name, valueOf(shape, name, name));
  return row;
}

function addFields(finder: ShapeFinder, part: DictValue, config: DictValue): void {
  const hasChoices = isSet(part.get('doc_to_choice') ?? config.get('doc_to_choice'));
  for (const field of fields) {
    const value = part.get(field);
    if (value?.kind !== 'str') continue;
    const template = templateOf(value.text);
    if (template) finder.add(template);
    const shape = template ? finder.printedBy(template) : namedColumn(finder, field, value.text);
    if (!shape) continue;
    // The harness takes no choices but texts, whatever else prints one of them.
    if (field === 'doc_to_choice') shape.item(usualItems).mark('text');
    else if (field === 'doc_to_target' && hasChoices) shape.mark('index');
  }
}

function isSet(value: Value | undefined): boolean {
  return value !== undefined && value.kind !== 'none';
}

function templateOf(text: string): JinjaTemplate | undefined {
  if (!/\{[{%#]/.test(text)) return undefined;
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof TemplateFault) return undefined;
    throw error;
  }
}

/** A field that is one word is taken for the name of a column. A prefix or a description is not: there words stand for themselves. */
function namedColumn(finder: ShapeFinder, field: (typeof fields)[number], text: string): JinjaShape | undefined {
  const isName = field !== 'gen_prefix' && field !== 'description' && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text);
  return isName ? finder.variable(text) : undefined;
}

/** @param path how the value is reached from the row: `choices[0]` @param column the column that it is in */
function valueOf(shape: JinjaShape, path: string, column: string): Value {
  const [option] = shape.options;
  if (typeof option === 'bigint') return new IntValue(option, nowhere);
  if (typeof option === 'boolean') return new BoolValue(option, nowhere);
  if (option !== undefined) return text(option, column);
  // An item of a list of the row is the first one.
  const around = shape.kinds.has('list') ? undefined : listAround(shape);
  if (around) return valueOf(around.item(), `${around.path}[0]`, column);
  if (shape.fields.size > 0) return dict(shape, path, column);
  if (shape.kinds.has('text')) return text(splitText(shape, path) ?? `⟦${path}⟧`, column);
  if (shape.kinds.has('index')) return new IntValue(0n, nowhere);
  if (shape.kinds.has('number')) return new IntValue(1n, nowhere);
  if (shape.kinds.has('list')) return list(shape, path, column);
  return shape.kinds.has('dict') ? dict(shape, path, column) : text(`⟦${path}⟧`, column);
}

/** The list of which a value is an item; undefined where the list's own items are made of that value: `choices.index(choices[-1])`. */
function listAround(shape: JinjaShape): JinjaShape | undefined {
  const list = shape.memberOf;
  return list && !madeOf(list.item(), shape, new Set()) ? list : undefined;
}

function madeOf(whole: JinjaShape, part: JinjaShape, seen: Set<JinjaShape>): boolean {
  if (whole === part) return true;
  if (seen.has(whole)) return false;
  seen.add(whole);
  const { memberOf } = whole;
  const parts = [...whole.fields.values(), ...(whole.kinds.has('list') ? [whole.item()] : []), ...(memberOf ? [memberOf.item()] : [])];
  return parts.some((each) => madeOf(each, part, seen));
}

function text(content: string, column: string): StrValue {
  return new StrValue(TracedText.of(content, { kind: 'row', split: 'test', index: 0, column }), nowhere);
}

function list(shape: JinjaShape, path: string, column: string): ListValue {
  const count = Math.max(shape.least, shape.least > 1 ? 0 : usualItems);
  return new ListValue(
    Array.from({ length: count }, (_, i) => valueOf(shape.item(), `${path}[${String(i)}]`, column)),
    nowhere,
  );
}

function dict(shape: JinjaShape, path: string, column: string): DictValue {
  const made = new DictValue(nowhere);
  for (const [name, field] of shape.fields) made.set(name, valueOf(field, `${path}.${name}`, column));
  if (shape.fields.size === 0) made.set('key', text(`⟦${path}.key⟧`, column));
  return made;
}

/** A text that can be taken apart as the template does it; undefined where it is not. */
function splitText({ split }: JinjaShape, path: string): string | undefined {
  if (!split || split.parts.least < 2) return undefined;
  return Array.from({ length: split.parts.least }, (_, i) => `⟦${path}.${String(i)}⟧`).join(split.separator);
}
