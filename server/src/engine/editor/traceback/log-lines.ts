/** A line of a log, as the program wrote it. */
export interface LogLine {
  /** Without colours, time stamps, names of processes and frames. */
  readonly text: string;
  /** Which of several programs wrote it, by the mark that it has: `[rank0]:`; '' where it has none. */
  readonly stream: string;
  /** Whether the line begins a record of a logger, and at which level. */
  readonly level: string | undefined;
}

/** The lines of a log or of what was copied out of a terminal: everything taken off that terminals, loggers, launchers and libraries put around what a program writes. */
export function logLines(text: string): readonly LogLine[] {
  const plain = unescaped(text).replace(controls, '');
  // What is overwritten in a terminal (the bar of a progress) is a line of its own.
  const lines = dedented(plain.split(/\r\n|\n|\r/).map((line) => line.trimEnd())).map(undecorated);
  return unboxed(lines).map((line) => ({ ...line, text: atHeader(line.text) }));
}

/** Colours, moves of the cursor and links of terminals; colours also where the first character was lost on the way. */
// eslint-disable-next-line no-control-regex -- what terminals read
const controls = /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b\[[0-?]*[ -/]*[@-~]|\u001b[@-Z\\-_]|\[\d{1,3}(?:;\d{1,3})*m/g;

/** A log in JSON has a traceback in one line. */
function unescaped(text: string): string {
  if (!/Traceback \(most recent call last\):\\n/.test(text)) return text;
  return text.replace(/\\(?:n|r\\n)/g, '\n').replace(/\\(["\\])/g, '$1');
}

/** Without what all lines are indented by. */
function dedented(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line === '' ? [] : [/^ */.exec(line)![0].length]));
  const least = indents.length === 0 ? 0 : indents.reduce((a, b) => Math.min(a, b));
  return least === 0 ? lines : lines.map((line) => line.slice(least));
}

const time = String.raw`(?:\d{4}[-/]\d\d[-/]\d\d[T :]\d\d:\d\d:\d\d|\d\d[-/]\d\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d)(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?`;
const level = '(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL)';

/** What stands before a line, with the level of its record in a group where it is a logger's. */
const decorations: readonly { readonly pattern: RegExp; readonly isStream?: boolean }[] = [
  // PyTorch, torchrun --tee, mpirun --tag-output, srun --label, Ray and vLLM, Docker Compose.
  { pattern: /^\[(?:(?:rank|default)\d+\]:?|\d+\]:) ?/i, isStream: true },
  { pattern: /^\[\d+,\d+\]<std(?:err|out)>: ?/, isStream: true },
  { pattern: /^ ?\d{1,5}: /, isStream: true },
  { pattern: /^\(\w{1,60}(?: \w{1,60}){0,4} (?:pid|rank)=\d+[^()]{0,80}\) ?/, isStream: true },
  { pattern: /^[\w.-]{1,60}-\d+ +\| /, isStream: true },
  // journald and syslog.
  { pattern: /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w.-]+\[\d+\]: / },
  // The logger of mmengine, with where it was called at errors; those of AISBench, the harness, vLLM and PyTorch, and Python's own.
  { pattern: new RegExp(String.raw`^${time} - [\w.]+ - (${level}) - (?:\S+ - \S+ - \d+ - )?`) },
  { pattern: new RegExp(String.raw`^\[${time}\] ?\[\w+\] ?\[(${level})\] ?(?:\[[^\]\s]+:\d+\] ?)?`) },
  { pattern: new RegExp(String.raw`^${time} +(${level}) +\[[\w.]+:\d+\] ?`) },
  { pattern: new RegExp(String.raw`^(${level}) +${time} +\[?[\w./]+:\d+\]? ?`) },
  { pattern: /^\[?([IWEF])\d{3,4} [\d:.]+ (?:\d+ )?\S+:\d+\] ?/ },
  { pattern: new RegExp(String.raw`^\[?(${level})\]?(?::[\w.]+:| +- +|: +| +)(?=\S)`) },
  { pattern: new RegExp(String.raw`^\[?${time}\]?:? ?(?:[-|] )?(?:\[?(${level})\b\]? *(?:- |: |\| )?)?`) },
  // A group of exceptions; a quotation.
  { pattern: /^ *\| (?!.*\|$)/ },
  { pattern: /^> / },
];

/** More than this many marks stand before no line. */
const mostMarks = 6;

function undecorated(line: string): LogLine {
  let text = line;
  let stream = '';
  let found: string | undefined;
  for (let round = 0; round < mostMarks; round++) {
    const mark = decorations.find(({ pattern }) => pattern.test(text));
    if (!mark) break;
    const [all, level] = mark.pattern.exec(text)!;
    text = text.slice(all.length);
    if (mark.isStream) stream += all.trim();
    found ??= level;
  }
  return { text, stream, level: found };
}

/** A progress may stand in the same line, before the traceback. */
function atHeader(text: string): string {
  const at = text.indexOf('Traceback (most recent call last)');
  return at > 0 ? text.slice(at) : text;
}

const boxTop = /^[╭┌+][─━-]+ Traceback \(most recent call last\) [─━-]+[╮┐+]$/;
const boxBottom = /^[╰└+][─━-]+[╯┘+]$/;

/** The boxes of the library rich as Python's own tracebacks. */
function unboxed(lines: readonly LogLine[]): readonly LogLine[] {
  const result: LogLine[] = [];
  const open = new Map<string, string[]>();
  for (const line of lines) {
    const { text, stream } = line;
    const box = open.get(stream);
    if (boxTop.test(text.trim())) {
      open.set(stream, []);
      result.push({ ...line, text: 'Traceback (most recent call last):' });
    } else if (box && boxBottom.test(text.trim())) {
      open.delete(stream);
      result.push(...framesOf(box).map((call) => ({ ...line, text: call })));
    } else if (box && /^[│┃|].*[│┃|]$/.test(text.trim())) box.push(text.trim().slice(1, -1).slice(1));
    else result.push(line);
  }
  return result;
}

/** More than a path is long. */
const longestFrame = 4096;

/** `path:7 in name` in a box, which may be broken over several of its lines. */
function framesOf(box: readonly string[]): readonly string[] {
  const calls: string[] = [];
  let begun = '';
  for (const line of box) {
    const code = /^\s*(?:[❱>]\s*)?\d+ [│|]|^[╭│╰┌└]|^\s*$/.test(line);
    // A line that is full to its end was broken within a word.
    begun = code || begun.length > longestFrame ? '' : begun + line.trim() + (line.endsWith('  ') ? ' ' : '');
    const frame = /^(\S.*?):(\d+) in (\S+) ?$/.exec(begun);
    if (!frame) continue;
    calls.push(`  File "${frame[1]!}", line ${frame[2]!}, in ${frame[3]!}`);
    begun = '';
  }
  return calls;
}
