/** How something in braces is written, as far as the frameworks' plain replacement of `{column}` sees it. */
export type BraceForm =
  /** `{question}`: the only one that is filled. */
  | 'plain'
  /** `{ question }` */
  | 'spaced'
  /** `{question:>5}`, `{question.text}`, `{question[0]}`: Python's `format` would fill it. */
  | 'formatted'
  /** `{question`, without the closing brace. */
  | 'unclosed'
  /** `question}`, without the opening one. */
  | 'unopened'
  /** `%(question)s` */
  | 'percent'
  /** `$question` */
  | 'dollar'
  /** `｛question｝`: one of its braces, or both, is a full-width one, as Chinese input methods write it. */
  | 'wide';

/** Something in a text that may be meant for a column. Offsets are UTF-16, within the text. */
export interface Braced {
  readonly form: BraceForm;
  readonly name: string;
  /** From its first brace (of `%(x)s`: the percent sign, of `$x`: the dollar) to behind its last. */
  readonly start: number;
  readonly end: number;
  /** Where the name alone stands. */
  readonly nameStart: number;
  /** A plain one in braces of its own: `{{question}}`. */
  readonly doubled: boolean;
  /** `foreign`: an argument of TeX. `doubtful`: it may be code, a formula or an example of an answer, so only a name like a column's tells. */
  readonly sort: 'column' | 'doubtful' | 'foreign';
}

const word = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const plainName = new RegExp(`^${word}$`, 'u');
/** Most names, told at once. */
const asciiName = /^[A-Za-z_][A-Za-z0-9_]*$/;
const formatted = new RegExp(
  String.raw`^(${word})(?:![rsa](?::.*)?|:[<>^+\-0-9.,]{0,5}[bcdeEfFgGnosxX%]?|(?:\.${word}|\[["']?[\p{L}\p{N}_]+["']?\])+)$`,
  'u',
);
const begun = new RegExp(`^(${word})(?=$|[^:=.[(])`, 'u');
const ended = new RegExp(`(?<![\\p{L}\\p{N}_{}.\\\\])(${word})$`, 'u');
const percent = new RegExp(String.raw`%\((${word})\)s`, 'gu');
const wide = new RegExp(String.raw`｛(${word})｝`, 'gu');
const dollar = /(?<![\\$\w])\$([A-Za-z_]\w*)(?![\w$])/g;

/** Longer names are none. */
const longest = 80;

/** All that stands in braces, or in one half of a pair, and may be meant for a column, in the order of the text. Linear in the text's length. */
export function bracesIn(text: string): readonly Braced[] {
  const found: Braced[] = [];
  if (text.includes('%(')) for (const match of text.matchAll(percent)) found.push(otherSyntax(match, 'percent', 2));
  if (text.includes('$')) for (const match of text.matchAll(dollar)) found.push(otherSyntax(match, 'dollar', 1));
  if (text.includes('｛')) for (const match of text.matchAll(wide)) found.push(otherSyntax(match, 'wide', 1));
  let open = 0;
  for (const at of braceOffsets(text)) {
    if (text[at] === '{') {
      const close = closeOf(text, at);
      push(found, close !== undefined && text[close] === '}' ? closed(text, at, close) : unclosed(text, at));
      open++;
    } else if (open > 0) open--;
    else push(found, unopened(text, at));
  }
  return found;
}

function push(found: Braced[], braced: Braced | undefined): void {
  if (braced) found.push(braced);
}

/** Where opening and closing braces stand. A long text has few, which `indexOf` finds faster than a loop over its letters. */
function braceOffsets(text: string): readonly number[] {
  const found: number[] = [];
  let opening = text.indexOf('{');
  let closing = text.indexOf('}');
  while (opening >= 0 || closing >= 0) {
    if (closing < 0 || (opening >= 0 && opening < closing)) {
      found.push(opening);
      opening = text.indexOf('{', opening + 1);
    } else {
      found.push(closing);
      closing = text.indexOf('}', closing + 1);
    }
  }
  return found;
}

/** Where the braces end, or others open within them; undefined where the line ends first. */
function closeOf(text: string, open: number): number | undefined {
  for (let at = open + 1; at < text.length && at - open <= longest + 1; at++) {
    const letter = text[at];
    if (letter === '}' || letter === '{') return at;
    if (letter === '\n') return undefined;
  }
  return undefined;
}

function otherSyntax(match: RegExpExecArray, form: BraceForm, before: number): Braced {
  const start = match.index;
  return { form, name: match[1]!, start, end: start + match[0].length, nameStart: start + before, doubled: false, sort: 'doubtful' };
}

function closed(text: string, start: number, close: number): Braced | undefined {
  const inner = text.slice(start + 1, close);
  if (asciiName.test(inner)) return plain(text, start, close, inner);
  const trimmed = inner.trim();
  if (trimmed === '') return undefined;
  const common = { start, end: close + 1, nameStart: start + 1 + inner.indexOf(trimmed), doubled: false };
  if (trimmed !== inner) return plainName.test(trimmed) ? new Found(text, { ...common, form: 'spaced', name: trimmed }) : undefined;
  if (plainName.test(inner)) return plain(text, start, close, inner);
  const format = formatted.exec(inner);
  if (format) return new Found(text, { ...common, form: 'formatted', name: format[1]! });
  // A column may have a name that is no word, but most of this is text for the model.
  return new Found(text, { ...common, form: 'plain', name: inner }, start, true);
}

function plain(text: string, start: number, close: number, name: string): Braced {
  const doubled = text[start - 1] === '{' && text[close + 1] === '}';
  return new Found(text, { form: 'plain', name, start, end: close + 1, nameStart: start + 1, doubled }, close + 1);
}

function unclosed(text: string, start: number): Braced | undefined {
  const name = begun.exec(text.slice(start + 1, start + 1 + longest))?.[1];
  if (name === undefined) return undefined;
  const end = start + 1 + name.length;
  const isWide = text[end] === '｝';
  return new Found(text, {
    form: isWide ? 'wide' : 'unclosed',
    name,
    start,
    end: isWide ? end + 1 : end,
    nameStart: start + 1,
    doubled: false,
  });
}

function unopened(text: string, close: number): Braced | undefined {
  const name = ended.exec(text.slice(Math.max(0, close - longest), close))?.[1];
  if (name === undefined) return undefined;
  const nameStart = close - name.length;
  const isWide = text[nameStart - 1] === '｛';
  return new Found(text, {
    form: isWide ? 'wide' : 'unopened',
    name,
    start: isWide ? nameStart - 1 : nameStart,
    end: close + 1,
    nameStart,
    doubled: false,
  });
}

/** Something in braces. Most of it is a column, of which nobody asks what the text around tells. */
class Found implements Braced {
  readonly form: BraceForm;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly doubled: boolean;
  private known: Braced['sort'] | undefined;

  /** @param until where the text behind counts from @param isNoWord its name is no word, and so at most doubtful */
  constructor(
    private readonly text: string,
    { form, name, start, end, nameStart, doubled }: Omit<Braced, 'sort'>,
    private readonly until = start,
    private readonly isNoWord = false,
  ) {
    this.form = form;
    this.name = name;
    this.start = start;
    this.end = end;
    this.nameStart = nameStart;
    this.doubled = doubled;
  }

  get sort(): Braced['sort'] {
    return (this.known ??= this.told());
  }

  private told(): Braced['sort'] {
    const sort = sortAt(this.text, this.start, this.until);
    return this.isNoWord && sort !== 'foreign' ? 'doubtful' : sort;
  }
}

/** What the text around tells of the braces from `start` to `end`. */
function sortAt(text: string, start: number, end: number): Braced['sort'] {
  if (isOfTex(text, start)) return 'foreign';
  // A line may be all of a text: no more of it is looked at for each pair of braces.
  const near = text.slice(Math.max(0, start - 400), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const isMath = (line.match(/(?<!\\)\$/g) ?? []).length % 2 === 1;
  const isCode = /(?:^|[\s(=,])(?:f|rf|fr)["'][^"']*$/.test(line) || /[=([,]\s?$/.test(line) || /^[_^]/.test(text.slice(end, end + 1));
  return isMath || isCode ? 'doubtful' : 'column';
}

/** TeX commands whose first letter Python has read as an escape sequence: of `\frac` a form feed and `rac` is left. */
const eaten = /(?:[\cG\b\v\f][a-zA-Z]+|\t(?:ext[a-z]*|ilde|imes|heta|an|ag|frac)|\r(?:ight|m|ho))$/;

/** Whether the braces at `start` are an argument of TeX: behind a command, `_`, `^`, a backslash, or another argument of one. */
function isOfTex(text: string, start: number): boolean {
  let at = start;
  for (let steps = 0; steps < 20; steps++) {
    while (text[at - 1] === '{') at--;
    const before = text[at - 1];
    if (before === undefined) return false;
    if (before === '\\' || before === '_' || before === '^') return true;
    if (before === '}' || before === ']') {
      const open = openingOf(text, at - 1, before === '}' ? '{' : '[', before);
      if (open === undefined) return false;
      at = open;
      continue;
    }
    const command = text.slice(Math.max(0, at - 30), at);
    return /\\[a-zA-Z]+\*?$/.test(command) || eaten.test(command);
  }
  return false;
}

/** Where the pair opens that `close` closes; not far away. */
function openingOf(text: string, close: number, opening: string, closing: string): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0 && close - at < 300; at--) {
    if (text[at] === closing) depth++;
    else if (text[at] === opening && --depth === 0) return at;
  }
  return undefined;
}
