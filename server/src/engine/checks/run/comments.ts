import type { Language } from '../../core/language.js';
/** A comment and where it stands: UTF-16 offsets, `#` included, without the line break. */
export interface Comment {
  readonly start: number;
  readonly end: number;
}

/**
 * The comments of a document, found by a scan that knows strings but no syntax: it works on broken documents too.
 * JSON has none.
 */
export function findComments(text: string, language: Language): Comment[] {
  if (language === 'json') return [];
  return language === 'python' ? pythonComments(text) : yamlComments(text);
}

function pythonComments(text: string): Comment[] {
  const comments: Comment[] = [];
  let at = 0;
  while (at < text.length) {
    const c = text[at]!;
    if (c === '#') {
      const end = lineEnd(text, at);
      comments.push({ start: at, end });
      at = end;
    } else if (c === '"' || c === "'") at = stringEnd(text, at);
    else at++;
  }
  return comments;
}

/** The offset behind a Python string that starts at `at`; the end of its line where it is never closed. */
function stringEnd(text: string, at: number): number {
  const quote = text[at]!;
  const triple = text.startsWith(quote.repeat(3), at);
  const close = triple ? quote.repeat(3) : quote;
  let i = at + close.length;
  while (i < text.length) {
    if (text[i] === '\\') i += 2;
    else if (text.startsWith(close, i)) return i + close.length;
    else if (!triple && text[i] === '\n') return i;
    else i++;
  }
  return text.length;
}

function yamlComments(text: string): Comment[] {
  const comments: Comment[] = [];
  let quote = '';
  /** Lines indented deeper than this belong to a block scalar. */
  let block: number | undefined;
  for (let start = 0; start <= text.length; start = lineEnd(text, start) + 1) {
    const line = text.slice(start, lineEnd(text, start));
    const indent = line.length - line.trimStart().length;
    if (block !== undefined && (line.trim() === '' || indent > block)) continue;
    block = undefined;
    const scanned = scanYamlLine(line, quote);
    quote = scanned.quote;
    if (scanned.comment !== undefined) comments.push({ start: start + scanned.comment, end: start + line.trimEnd().length });
    const content = line.slice(0, scanned.comment);
    if (quote === '' && /(?:^|[\s:-])[|>][-+0-9]*\s*$/.test(content)) block = indent;
  }
  return comments;
}

/** Where the comment of a line starts, and which quote is open at its end. */
function scanYamlLine(line: string, open: string): { quote: string; comment: number | undefined } {
  let quote = open;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    const before = line[i - 1];
    if (quote) {
      if (quote === '"' && c === '\\') i++;
      else if (c === quote && line[i + 1] === quote && quote === "'") i++;
      else if (c === quote) quote = '';
    } else if (c === '#' && (before === undefined || /\s/.test(before))) return { quote, comment: i };
    else if ((c === '"' || c === "'") && (before === undefined || /[\s[{,:(]/.test(before))) quote = c;
  }
  return { quote, comment: undefined };
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
