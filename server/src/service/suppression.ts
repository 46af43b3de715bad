import type { Document } from '../project.js';
import type { Diagnostic, TextEdit } from '../rules/rule.js';
import type { Position } from '../text/line-index.js';

/** The comment of a line that names rules to ignore on it, up to its closing bracket. */
const existing = /#\s*preflight:\s*ignore\[([^\]]*)(?=\])/;

/**
 * The edit that silences a diagnostic by a comment behind its first line; adds to a comment that is there. Undefined where no comment can
 * stand: in JSON, within a string of several lines, and behind a line that goes on with a backslash.
 */
export function suppressionEdit(document: Document, diagnostic: Diagnostic): TextEdit | undefined {
  const { file, text, lines, language } = document;
  if (language === 'json') return undefined;
  const { line }: Position = lines.positionAt(diagnostic.span.start);
  const start = lines.lineStart(line);
  const end = lines.lineEnd(line);
  const lineText = text.slice(start, end);
  const there = existing.exec(lineText);
  if (there) {
    const at = start + there.index + there[0].length;
    return { span: { file, start: at, end: at }, newText: `${there[1]!.trim() === '' ? '' : ', '}${diagnostic.rule}` };
  }
  if (lineText.endsWith('\\') || (language === 'python' && inString(text, end)) || (language === 'yaml' && inBlockScalar(text, start))) return undefined;
  return { span: { file, start: end, end }, newText: `${/\s$/.test(lineText) || lineText === '' ? '' : '  '}# preflight: ignore[${diagnostic.rule}]` };
}

/** Whether a triple-quoted Python string is open at `offset`, which is the end of a line. */
function inString(text: string, offset: number): boolean {
  const tokens = /#[^\n]*|('''|""")|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gs;
  for (let token = tokens.exec(text); token && token.index < offset; token = tokens.exec(text)) {
    const quotes = token[1];
    if (quotes === undefined) continue;
    const close = closingQuotes(text, tokens.lastIndex, quotes);
    if (close >= offset) return true;
    tokens.lastIndex = close;
  }
  return false;
}

/** The offset behind the closing quotes of a string whose content starts at `from`. */
function closingQuotes(text: string, from: number, quotes: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text.startsWith(quotes, at)) return at + quotes.length;
  }
  return text.length;
}

/** Whether a YAML line belongs to a block scalar: the nearest line above with less indentation ends in `|` or `>`. */
function inBlockScalar(text: string, lineStart: number): boolean {
  const rows = text.slice(0, lineStart).split('\n').slice(0, -1);
  const indent = /^ */.exec(text.slice(lineStart))![0].length;
  const owner = rows.findLast((row) => row.trim() !== '' && /^ */.exec(row)![0].length < indent);
  return owner !== undefined && /[|>][+-]?\d?[+-]?\s*$/.test(owner);
}
