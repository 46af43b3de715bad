import { PyError } from '../../../errors.js';
import type { FileId, Span } from '../../../text/span.js';
import { TracedText, type Piece } from '../../../text/traced-text.js';
import type { Module } from '../../ast.js';
import { environmentUsed } from '../../modules/environment-used.js';
import { parsePython } from '../../parse.js';
import { dirname } from './base-module.js';

/** A config's text with its `{{ … }}` variables filled in, each piece leading to the document. */
export interface Substituted {
  readonly text: TracedText;
  /** By the string that stands for it in `text`: a variable of a base, `model.type` of `{{ _base_.model.type }}`. */
  readonly baseVariables: ReadonlyMap<string, string>;
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
  environment: Readonly<Record<string, string>>,
  assume: (message: string, span: Span) => void,
): Substituted {
  let traced = TracedText.of(text, { kind: 'source', span: { file, start: 0, end: text.length }, exact: true });
  const baseVariables = new Map<string, string>();
  if (!text.includes('{{')) return { text: traced, baseVariables };
  for (const [name, value] of Object.entries(fileVariables(file)))
    traced = replaceAll(traced, new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'g'), () => value);
  traced = replaceAll(traced, /\{\{['"]?\s*\$(\w+)\s*:\s*(\S*?)\s*['"]?\}\}/g, ([, name, standard], span) => {
    const set = Object.hasOwn(environment, name!);
    const value = set ? environment[name!]! : standard!;
    if (value !== '') {
      assume(set ? environmentUsed(name!) : `The environment variable ${name!} is not set here: the default ${standard!} is used.`, span);
      return value;
    }
    const message = `'\`${name!}\` cannot be found in \`os.environ\`. Please set \`${name!}\` in environment or give a default value.'`;
    throw new PyError('KeyError', message, span);
  });
  traced = replaceAll(traced, /\{\{\s*_base_\.([\w.]+)\s*\}\}/g, ([, path]) => {
    const standIn = `_${path!}_000000`;
    baseVariables.set(standIn, path!);
    return `"${standIn}"`;
  });
  return { text: traced, baseVariables };
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

function replaceAll(traced: TracedText, pattern: RegExp, replacement: (match: RegExpMatchArray, span: Span) => string): TracedText {
  const parts: TracedText[] = [];
  let from = 0;
  for (const match of traced.text.matchAll(pattern)) {
    const span = originOf(traced, match.index, match.index + match[0].length);
    parts.push(traced.slice(from, match.index), TracedText.computed(replacement(match, span), span));
    from = match.index + match[0].length;
  }
  if (from === 0) return traced;
  return TracedText.join([...parts, traced.slice(from)].filter((part) => part.length > 0));
}

/** The place in the document of a stretch of the substituted text. */
export function originOf(traced: TracedText, start: number, end: number): Span {
  const first = traced.pieceAt(start) ?? traced.pieces.at(-1);
  const last = traced.pieceAt(Math.max(start, end - 1)) ?? traced.pieces.at(-1);
  const from = pieceSpan(traced, first, start);
  const to = pieceSpan(traced, last, Math.max(start, end - 1));
  return { file: from.file, start: from.start, end: end > start ? to.end : from.start };
}

/** The document's span of one character: itself in an exact piece, the whole variable in another. */
function pieceSpan(traced: TracedText, piece: Piece | undefined, offset: number): Span {
  if (piece?.origin.kind !== 'source') return { file: '', start: 0, end: 0 };
  const { span, exact } = piece.origin;
  if (!exact) return span;
  let start = 0;
  for (const located of traced.located()) if (located.piece === piece) start = located.start;
  const at = Math.min(span.start + offset - start, span.end);
  return { file: span.file, start: at, end: Math.min(at + 1, span.end) };
}

/** Parses substituted text; the tree's offsets and the origins of its strings are those of the document. */
export function parseSubstituted(file: FileId, substituted: TracedText): Module {
  const module = parsePython(file, substituted.text);
  return relocate(module, substituted) as Module;
}

function relocate(node: unknown, substituted: TracedText): unknown {
  if (node instanceof TracedText) return relocateText(node, substituted);
  if (Array.isArray(node)) return node.map((item) => relocate(item, substituted));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, relocate(value, substituted)]));
  if (!('start' in node && 'end' in node && typeof node.start === 'number' && typeof node.end === 'number')) return copy;
  const { start, end } = originOf(substituted, node.start, node.end);
  return { ...copy, start, end };
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
