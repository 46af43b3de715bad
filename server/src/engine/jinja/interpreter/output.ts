import { PyError } from '../../core/errors.js';
import { typeName } from '../../python/runtime/semantics.js';
import { TracedText, type Origin } from '../../core/traced-text.js';
import type { Value } from '../../core/value.js';
import type { JinjaAt } from '../syntax/jinja-ast.js';
import { printed } from '../runtime/print.js';
import type { Rendering } from '../runtime/rendering.js';

/** Most parts whose origins are kept: each stage of a prompt has its own of all of them. */
const mostParts = 20_000;

/** Collects what is printed. */
export class TemplateOutput {
  private readonly parts: TracedText[] = [];
  private rest = '';
  private unknown: Origin | undefined;
  private size = 0;
  /** What was printed though it is no text: Jinja only notices when it joins everything. */
  private mismatch: PyError | undefined;

  constructor(private readonly rendering: Rendering) {}

  put(text: TracedText): void {
    if (text.length === 0) return;
    this.rendering.checkSize((this.size += text.length));
    if (this.parts.length < mostParts) this.parts.push(text);
    else this.addToRest(text);
  }

  /** What is behind `mostParts`: where it comes from is not kept, but that it is not known. */
  private addToRest({ text, pieces }: TracedText): void {
    this.rest += text;
    this.unknown ??= pieces.find(({ origin }) => origin.kind === 'unknown')?.origin;
  }

  /** Takes what a filter or a call gave as it is: it must be text. */
  putResult(value: Value, from: JinjaAt): void {
    if (value.kind === 'str' || value.kind === 'unknown') this.put(printed(this.rendering, value, from));
    else
      this.mismatch ??= new PyError(
        'TypeError',
        `sequence item ${String(this.parts.length)}: expected str instance, ${typeName(value)} found`,
      );
  }

  /** @throws PyError TypeError where something is no text */
  text(): TracedText {
    if (this.mismatch) throw this.mismatch;
    if (this.rest === '') return TracedText.join(this.parts);
    return TracedText.join([
      ...this.parts,
      TracedText.of(this.rest, this.unknown ?? { kind: 'framework', what: 'the rest of a long text' }),
    ]);
  }
}
