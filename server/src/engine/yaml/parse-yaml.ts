import { Composer, isCollection, isScalar, Parser, visit, type Document, type YAMLParseError } from 'yaml';
import type { Limits, Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import type { FileId } from '../core/span.js';
import { findTooMuch } from './extent.js';
import { findTabLine } from './tab-lines.js';
import { findLooseText, findOpenQuote, onOneLine, type LooseText } from './loose-text.js';

export interface ParsedYaml {
  /** The first document; undefined for an empty text and for one that could not be read at all. */
  readonly document: Document.Parsed | undefined;
  readonly problems: readonly Problem[];
  /** Texts in quotes and brackets that PyYAML takes and the reader does not: where they have several lines, scalars in them are not what it made of them. */
  readonly loose: readonly LooseText[];
}

/** So many of them a document are looked into; each takes another reading, of so many UTF-16 units in all. */
const mostLoose = 64;
const mostReread = 600_000;
/** So many documents of a text are read: that there is a second one is a mistake already. */
const mostDocuments = 16;

/** Reads a YAML text into nodes with their ranges; scalars stay text. Never throws. */
export function parseYaml(file: FileId, text: string, limits: Limits): ParsedYaml {
  const tooMuch = findTooMuch(text, limits.depth);
  if (tooMuch) return unread(tooMuch.kind === 'deep' ? tooDeep(file, tooMuch.at, limits) : tooLong(file, tooMuch.most));
  // eslint-disable-next-line no-control-regex -- these are what PyYAML refuses
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/.exec(text);
  if (control) return unread(unprintable(file, control.index));
  try {
    const { documents, loose } = withoutStackTraces(() => readLoosely(text));
    const problems = documents.flatMap((document) =>
      document.errors
        .filter(isError)
        .map((error) => (error.code === 'RESOURCE_EXHAUSTION' ? tooDeep(file, 0, limits) : syntaxProblem(file, text, error, document))),
    );
    const second = documents[1];
    if (second) problems.push(secondDocument(file, text, second));
    const open = problems.length > 0 ? undefined : findOpenQuote(text, documents);
    if (open !== undefined) problems.push(openQuote(file, open));
    const tab = problems.length > 0 ? undefined : findTabLine(text, documents);
    if (tab !== undefined) problems.push(tabProblem(file, tab));
    return {
      document: documents[0],
      problems: problems.length > 0 ? problems.slice(0, 1) : loose.map((found) => looseProblem(file, found)),
      loose,
    };
  } catch (error) {
    // The reader recurses on block collections: what nests beyond its stack is beyond the limit, too.
    if (error instanceof RangeError) return unread(tooDeep(file, 0, limits));
    throw error;
  }
}

/** Not what the reader minds and PyYAML does not: its answer is right all the same. */
function isError({ message }: YAMLParseError): boolean {
  return !message.startsWith('Comments must be separated from other tokens by white');
}

function unread(problem: Problem): ParsedYaml {
  return { document: undefined, problems: [problem], loose: [] };
}

/** Reads the text, and again with each text in quotes or brackets brought to one line that PyYAML takes and the reader does not. */
function readLoosely(text: string): { readonly documents: readonly Document.Parsed[]; readonly loose: readonly LooseText[] } {
  let documents = read(text);
  let shadow = text;
  const loose: LooseText[] = [];
  while (loose.length < mostLoose && loose.length * text.length < mostReread) {
    const next = findLooseText(text, documents);
    if (!next || loose.some(({ start }) => start === next.start)) break;
    loose.push(next);
    shadow = onOneLine(shadow, next);
    documents = read(shadow);
  }
  return { documents, loose };
}

function looseProblem(file: FileId, { kind, start, end }: LooseText): Problem {
  const what = kind === 'quoted' ? say`this text` : say`what is in these brackets`;
  const message = say`A line of ${what} starts further to the left than YAML allows. PyYAML reads it anyway; other readers of YAML, and many editors, do not.`;
  return { kind: 'lenient-quotes', span: { file, start, end }, message };
}

/** The documents of a text, of a great many the first: a config is one. */
function read(text: string): readonly Document.Parsed[] {
  const composer = new Composer({ schema: 'failsafe', version: '1.1', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(new Parser().parse(text))) {
    documents.push(document);
    if (documents.length === mostDocuments) break;
  }
  return documents;
}

/** The reader makes an error object of every mistake. Where there are very many, most of its time would go into their stack traces. */
function withoutStackTraces<T>(read: () => T): T {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return read();
  } finally {
    Error.stackTraceLimit = usual;
  }
}

function unprintable(file: FileId, at: number): Problem {
  return {
    kind: 'syntax-error',
    span: { file, start: at, end: at + 1 },
    message: say`YAML syntax: a control character may only appear in double quotes, as an escape sequence.`,
  };
}

/** A text whose last quote is escaped: the reader takes it for its end where the next line stands further to the left, and PyYAML reads on. */
function openQuote(file: FileId, at: number): Problem {
  const what = 'Missing closing "quote';
  return { kind: 'syntax-error', span: { file, start: at, end: at + 1 }, message: say`YAML syntax: ${what}.` };
}

function tabProblem(file: FileId, at: number): Problem {
  return {
    kind: 'syntax-error',
    span: { file, start: at, end: at + 1 },
    message: say`YAML syntax: a line may not begin with a tab, not even one without content: PyYAML raises ScannerError.`,
  };
}

function tooDeep(file: FileId, at: number, limits: Limits): Problem {
  return {
    kind: 'limit',
    span: { file, start: at, end: at + 1 },
    message: say`Lists and mappings are nested more than ${limits.depth} deep.`,
  };
}

function tooLong(file: FileId, most: string): Problem {
  return { kind: 'limit', span: { file, start: 0, end: 1 }, message: say`This document has more than ${most}; more are not read.` };
}

function syntaxProblem(file: FileId, text: string, error: YAMLParseError, document: Document.Parsed): Problem {
  const at = mendedAt(text, error, document);
  const start = Math.min(at[0], Math.max(0, text.length - 1));
  const end = Math.max(start + 1, Math.min(at[1], text.length));
  return { kind: 'syntax-error', span: { file, start, end: Math.min(end, text.length) }, message: say`YAML syntax: ${error.message}.` };
}

/** Where a fault would be mended: a text that is never closed at its opening quote, brackets at the opening one, a line too far to the right at that line, as PyYAML says it. */
function mendedAt(text: string, { code, message, pos }: YAMLParseError, document: Document.Parsed): readonly [number, number] {
  if (code === 'BLOCK_AS_IMPLICIT_KEY') {
    const [line] = /\n[ \t]+[\w"'-]+[ \t]*:(?=\s|$)/.exec(text.slice(pos[0])) ?? [];
    const indented = line === undefined ? -1 : text.indexOf(line, pos[0]);
    if (line !== undefined && !text.slice(pos[0], indented).includes('\n'))
      return [indented + 1 + /^\s*/.exec(line.slice(1))![0].length, indented + line.length];
  }
  if (code === 'BAD_INDENT' && message.startsWith('Flow ')) return openedAt(document, pos[0]) ?? pos;
  if (code !== 'MISSING_CHAR' || !message.startsWith('Missing closing')) return pos;
  let opened: number | undefined;
  visit(document, (_key, node) => {
    if (!isScalar(node) || !node.range || !node.type?.startsWith('QUOTE')) return;
    if (node.range[0] <= pos[0] && pos[0] <= node.range[1]) opened = node.range[0];
  });
  return opened === undefined ? pos : [opened, opened + 1];
}

/** The opening bracket of the innermost collection in brackets that goes on up to a place. */
function openedAt(document: Document.Parsed, at: number): readonly [number, number] | undefined {
  let opened: number | undefined;
  visit(document, (_key, node) => {
    if (isCollection(node) && node.flow && node.range && node.range[0] < at && at <= node.range[2] + 1) opened = node.range[0];
  });
  return opened === undefined ? undefined : [opened, opened + 1];
}

function secondDocument(file: FileId, text: string, second: Document.Parsed): Problem {
  const start = text.lastIndexOf('---', second.range[0]);
  const at = start < 0 ? second.range[0] : start;
  return {
    kind: 'syntax-error',
    span: { file, start: at, end: Math.min(at + 3, text.length) },
    message: say`A config is a single document; a second one starts here.`,
  };
}
