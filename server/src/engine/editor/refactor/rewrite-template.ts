import { dialogueItems, isDialogue } from '../../config/dialogue.js';
import type { Document } from '../../core/document.js';
import { say } from '../../core/say.js';
import { touches, type Span } from '../../core/span.js';
import type { TextEdit } from '../../core/text-edit.js';
import { str, textOf, type DictEntry } from '../../core/value.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import { pyRepr } from '../../python/runtime/text-of.js';
import type { Module } from '../../python/syntax/tree/ast.js';
import { placedParts } from '../../python/syntax/tree/placed-parts.js';

/** A template written otherwise: the first of the ways that changes no prompt is the one. */
export interface RewrittenTemplate {
  readonly what: string;
  readonly ways: readonly (readonly TextEdit[])[];
}

/**
 * How the template at a place could be written, each way once, however many values a loop makes there: a text as a dialogue, a dialogue as a text, the bare text of a dialogue as a turn.
 * Whether prompts stay as they are is not looked at.
 */
export function rewrittenTemplates({ config }: LoadedConfig, document: Document, module: Module, offset: number): RewrittenTemplate[] {
  const here = (span: Span): boolean => span.file === document.file && touches(span, offset);
  const found: RewrittenTemplate[] = [];
  for (const { kind, value } of config.places) {
    if (value.kind !== 'dict') continue;
    const template = kind === 'prompt-template' ? value.entry('template') : undefined;
    if (template && here(template.valueSpan) && isWritten(module, template.valueSpan)) found.push(...otherTemplate(document, template));
    if (kind === 'dialogue') found.push(...turnOfText(value, document, module, here));
  }
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whether an expression of the document stands at a span: what a variable or a loop gives is none. */
function isWritten(module: Module, { start, end }: Span): boolean {
  for (const part of placedParts(module, (each) => each.start <= start && end <= each.end))
    if (part.start === start && part.end === end && (part.type === 'String' || part.type === 'Call' || part.type === 'Dict')) return true;
  return false;
}

function otherTemplate({ text }: Document, { value, valueSpan }: DictEntry): RewrittenTemplate[] {
  const replaced = (newText: string): readonly TextEdit[] => [{ span: valueSpan, newText }];
  if (value.kind === 'str') {
    const written = text.slice(valueSpan.start, valueSpan.end);
    return [{ what: say`Write the template as a dialogue`, ways: [replaced(`dict(round=[dict(role='HUMAN', prompt=${written})])`)] }];
  }
  if (value.kind !== 'dict' || !isDialogue(value)) return [];
  const items = dialogueItems(value).map((item) => textOf(item.value) ?? textOf(item.prompt?.value));
  if (items.length === 0 || items.includes(undefined)) return [];
  // The last turn is often the answer, of which nothing is left where the model is to write it.
  const ways = [items, items.slice(0, -1)].filter((some) => some.length > 0).map((some) => replaced(literal(some.join('\n'))));
  return [{ what: say`Write the template as a text`, ways }];
}

/** Bare texts among the turns of a dialogue. */
function turnOfText(
  dialogue: Parameters<typeof dialogueItems>[0],
  document: Document,
  module: Module,
  here: (span: Span) => boolean,
): RewrittenTemplate[] {
  return dialogueItems(dialogue)
    .filter(({ value, span }) => value.kind === 'str' && here(span) && isWritten(module, span))
    .map(({ span }) => {
      const written = document.text.slice(span.start, span.end);
      return { what: say`Write the text as a turn of HUMAN`, ways: [[{ span, newText: `dict(role='HUMAN', prompt=${written})` }]] };
    });
}

/** A text as Python writes it, a line of it a line. */
function literal(text: string): string {
  const lines = text.split(/(?<=\n)(?=.)/s).map((line) => pyRepr(str(line, { file: '', start: 0, end: 0 })).text);
  return lines.length === 1 ? lines[0]! : `(${lines.join(' ')})`;
}
