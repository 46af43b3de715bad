import type { Language } from '../core/language.js';
import type { Environment } from '../core/environment.js';
import { PyError } from '../core/errors.js';
import type { FileId, Span } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import type { At, Expression, FormattedValue, Missing, Module } from '../python/syntax/tree/ast.js';
import { environmentUsed, notHandedOver, takenAsUnknown } from '../python/runtime/modules/environment-used.js';
import { environmentVariables } from './environment-variables.js';
import { parsePython } from '../python/syntax/parse.js';
import { dirname } from '../core/paths.js';
import { say } from '../core/say.js';

/** A config's text with its `{{ … }}` variables filled in, each piece leading to the document. */
export interface Substituted {
  readonly text: TracedText;
  /** By the string that stands for it in `text`: a variable of a base, `model.type` of `{{ _base_.model.type }}`. */
  readonly baseVariables: ReadonlyMap<string, string>;
  /** By the name that stands for it in `text`: why the value of an environment variable is unknown. */
  readonly withheld: ReadonlyMap<string, string>;
}

/**
 * Fills in the variables of the plain path in the text itself (mmengine 0.11 `Config._substitute_predefined_vars`, `_substitute_env_variables`,
 * `_pre_substitute_base_vars`): `{{ fileBasename }}` and its like, `{{ $NAME:default }}`, `{{ _base_.x }}`. Other braces stay.
 * @param assume told what was taken for granted about the environment
 * @throws PyError KeyError for an environment variable without value and default
 */
export function substituteVariables(
  file: FileId,
  text: string,
  environment: Environment,
  assume: (message: string, span: Span) => void,
  language: Language = 'python',
): Substituted {
  let traced = TracedText.of(text, { kind: 'source', span: { file, start: 0, end: text.length }, exact: true });
  const baseVariables = new Map<string, string>();
  const withheld = new Map<string, string>();
  if (!text.includes('{{')) return { text: traced, baseVariables, withheld };
  for (const [name, value] of Object.entries(fileVariables(file)))
    traced = replaceAll(traced, matches(traced, new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'g')), () => value);
  const strings = new StringsOfJson(traced.text);
  traced = replaceAll(traced, environmentVariables(traced.text), ({ name, standard, start }, span) => {
    const found = environment(name);
    if (found.kind !== 'set' && found.kind !== 'unset') {
      const standIn = `__withheld_${String(withheld.size)}__`;
      const reason = notHandedOver(name, found.kind);
      withheld.set(standIn, reason);
      assume(`${reason} ${takenAsUnknown}`, span);
      return language === 'json' && !strings.isWithin(start) ? `"${standIn}"` : standIn;
    }
    const value = found.kind === 'set' ? found.value : standard;
    if (value !== '') {
      assume(
        found.kind === 'set'
          ? environmentUsed(name)
          : say`The environment variable ${name} is not set here: the default ${standard} is used.`,
        span,
      );
      return value;
    }
    const message = `'\`${name}\` cannot be found in \`os.environ\`. Please set \`${name}\` in environment or give a default value.'`;
    throw new PyError('KeyError', message, span);
  });
  traced = replaceAll(traced, matches(traced, /\{\{\s*_base_\.([\w.]+)\s*\}\}/g), ({ groups: [path = ''] }) => {
    const standIn = `_${path}_000000`;
    baseVariables.set(standIn, path);
    return `"${standIn}"`;
  });
  return { text: traced, baseVariables, withheld };
}

/** Where the strings of a JSON text are, asked of offsets that only grow. */
class StringsOfJson {
  private at = 0;
  private isInside = false;

  constructor(private readonly json: string) {}

  /** Whether an offset is behind an odd number of quotes. */
  isWithin(offset: number): boolean {
    for (; this.at < offset; this.at++) {
      const character = this.json[this.at];
      if (character === '\\') this.at++;
      else if (character === '"') this.isInside = !this.isInside;
    }
    return this.isInside;
  }
}

/** Why a text of a substituted document is unknown, where a withheld variable is part of it. */
export function whyWithheld(text: string, withheld: Substituted['withheld']): string | undefined {
  for (const [standIn] of text.matchAll(/__withheld_\d+__/g)) {
    const reason = withheld.get(standIn);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function fileVariables(file: FileId): Record<string, string> {
  const base = file.slice(file.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  const extension = dot > 0 ? base.slice(dot) : '';
  return {
    fileDirname: dirname(file),
    fileBasename: base,
    fileBasenameNoExtension: base.slice(0, base.length - extension.length),
    fileExtname: extension,
  };
}

/** A part of a text, by UTF-16 offsets. */
interface Part {
  readonly start: number;
  readonly end: number;
}

function* matches({ text }: TracedText, pattern: RegExp): Iterable<Part & { readonly groups: readonly string[] }> {
  for (const { 0: whole, index, ...groups } of text.matchAll(pattern))
    yield { start: index, end: index + whole.length, groups: groups[1] === undefined ? [] : [groups[1]] };
}

function replaceAll<P extends Part>(traced: TracedText, found: Iterable<P>, replacement: (part: P, span: Span) => string): TracedText {
  const parts: TracedText[] = [];
  let from = 0;
  for (const part of found) {
    const span = originOf(traced, part.start, part.end);
    parts.push(traced.slice(from, part.start), TracedText.computed(replacement(part, span), span));
    from = part.end;
  }
  if (from === 0) return traced;
  return TracedText.join([...parts, traced.slice(from)].filter((part) => part.length > 0));
}

/** The place in the document of a stretch of the substituted text. */
export function originOf(traced: TracedText, start: number, end: number): Span {
  const from = characterSpan(traced, start);
  const to = characterSpan(traced, Math.max(start, end - 1));
  return { file: from.file, start: from.start, end: end > start ? to.end : from.start };
}

/** The document's span of one character: itself in an exact piece, the whole variable in another. Behind the end that of the last piece. */
function characterSpan(traced: TracedText, offset: number): Span {
  const located = traced.locate(offset) ?? traced.locate(traced.length - 1);
  if (located?.piece.origin.kind !== 'source') return { file: '', start: 0, end: 0 };
  const { span, exact } = located.piece.origin;
  if (!exact) return span;
  const at = Math.min(span.start + offset - located.start, span.end);
  return { file: span.file, start: at, end: Math.min(at + 1, span.end) };
}

/** Parses substituted text; the tree's offsets and the origins of its strings are those of the document. */
export function parseSubstituted(file: FileId, substituted: Substituted): Module {
  return relocate(parsePython(file, substituted.text.text), substituted) as Module;
}

function relocate(node: unknown, substituted: Substituted): unknown {
  if (node instanceof TracedText) return relocatePart(node, substituted);
  if (Array.isArray(node)) return node.map((item) => relocate(item, substituted));
  if (typeof node !== 'object' || node === null) return node;
  if (!isNode(node)) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, relocate(value, substituted)]));
  const { start, end } = originOf(substituted.text, node.start, node.end);
  const reason = substituted.withheld.size === 0 ? undefined : whyWithheld(ownText(node as Partial<Expression>), substituted.withheld);
  if (reason !== undefined) return { type: 'Missing', reason, start, end } satisfies Missing;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, relocate(value, substituted)]));
  return { ...copy, start, end };
}

function isNode(node: object): node is At {
  return 'start' in node && 'end' in node && typeof node.start === 'number' && typeof node.end === 'number';
}

/** The text that an expression is: of a name or a string. */
function ownText(node: Partial<Expression>): string {
  if (node.type === 'Name') return node.name ?? '';
  if (node.type === 'String') return node.traced?.text ?? '';
  return node.type === 'Bytes' ? (node.bytes ?? '') : '';
}

/** A string's text; a part of an f-string that holds a withheld variable is a field of unknown value. */
function relocatePart(text: TracedText, substituted: Substituted): TracedText | FormattedValue {
  const relocated = relocateText(text, substituted.text);
  const reason = whyWithheld(text.text, substituted.withheld);
  const origin = relocated.pieces[0]?.origin;
  if (reason === undefined || origin?.kind !== 'source') return relocated;
  const { start, end } = origin.span;
  return { type: 'FormattedValue', value: { type: 'Missing', reason, start, end }, conversion: undefined, spec: undefined, start, end };
}

/** A text that was read from substituted text, with origins in the document. */
export function relocateText(text: TracedText, substituted: TracedText): TracedText {
  const parts: TracedText[] = [];
  for (const { start, piece } of text.located()) {
    const part = text.text.slice(start, start + piece.length);
    if (piece.origin.kind !== 'source') parts.push(text.slice(start, start + piece.length));
    else if (piece.origin.exact) parts.push(substituted.slice(piece.origin.span.start, piece.origin.span.end));
    else parts.push(TracedText.computed(part, originOf(substituted, piece.origin.span.start, piece.origin.span.end)));
  }
  return parts.length === 0 ? text : TracedText.join(parts);
}
