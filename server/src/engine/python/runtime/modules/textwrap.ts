import { TracedText } from '../../../core/traced-text.js';
import { StrValue, type Value } from '../../../core/value.js';
import { bind, call, decided, typeError } from '../call-arguments.js';
import { lineRanges } from '../methods/str-split.js';
import { chargeText, chargeCharacters } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { truthy, typeName } from '../semantics.js';
import { lookingFunction, moduleOf, unknowable, type ModuleFunction } from './module.js';

function textArgument(v: Value): StrValue {
  if (v.kind !== 'str') throw typeError(`expected string or bytes-like object, got '${typeName(v)}'`);
  return v;
}

/** The lines of a text, without their breaks, as offsets. Only `\n` breaks lines here. */
function plainLines(text: string): (readonly [start: number, end: number])[] {
  const ranges: (readonly [number, number])[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    ranges.push([from, from + line.length]);
    from += line.length + 1;
  }
  return ranges;
}

/** `textwrap.dedent`: takes away the white space that all lines start with; lines of white space become empty. */
const dedent: ModuleFunction = (runtime, args) => {
  const self = textArgument(bind('dedent', args, ['text'], 1)[0]!);
  const { text, traced } = self;
  const lines = plainLines(text);
  chargeCharacters(text.length);
  runtime.step(3 * lines.length);
  const margin = commonMargin(lines.map(([start, end]) => text.slice(start, end)));
  const parts: TracedText[] = [];
  lines.forEach(([start, end], i) => {
    const blank = /^[ \t]*$/.test(text.slice(start, end));
    parts.push(blank ? TracedText.empty : traced.slice(start + margin, end));
    if (i < lines.length - 1) parts.push(traced.slice(end, end + 1));
  });
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), runtime.span);
};

/** How much white space all lines that are not blank have in common. */
function commonMargin(lines: readonly string[]): number {
  const indents = lines.filter((line) => !/^[ \t]*$/.test(line)).map((line) => /^[ \t]*/.exec(line)![0]);
  if (indents.length === 0) return 0;
  let margin = indents[0]!;
  for (const indent of indents) while (!indent.startsWith(margin)) margin = margin.slice(0, -1);
  return margin.length;
}

/** `textwrap.indent(text, prefix, predicate)`: by default lines of white space get no prefix. */
const indent: ModuleFunction = (runtime, args) => {
  const [text, prefix, predicate] = bind('indent', args, ['text', 'prefix', 'predicate'], 2);
  const self = textArgument(text!);
  const before = textArgument(prefix!).traced;
  let size = 0;
  const parts: TracedText[] = [];
  chargeText(self.text.length);
  for (const [start, end] of lineRanges(self.text, true)) {
    runtime.step(3);
    const line = self.traced.slice(start, end);
    const lineValue = new StrValue(line, runtime.span);
    const chosen = predicate && predicate.kind !== 'none' ? decided(truthy(call(runtime, predicate, lineValue))) : line.text.trim() !== '';
    parts.push(...(chosen ? [before, line] : [line]));
    runtime.checkSize((size += line.length + before.length));
  }
  return new StrValue(TracedText.join(parts.filter((part) => part.length > 0)), runtime.span);
};

/** The module `textwrap`. */
export const textwrap = moduleOf('textwrap', {
  dedent: lookingFunction('textwrap.dedent', dedent),
  indent: lookingFunction('textwrap.indent', indent),
  fill: unknowable('textwrap.fill', say`wrapping of text is not modelled`),
  wrap: unknowable('textwrap.wrap', say`wrapping of text is not modelled`),
  shorten: unknowable('textwrap.shorten', say`wrapping of text is not modelled`),
});
