import { logLines, type LogLine } from './log-lines.js';

/** An exception in a log. */
export interface Raised {
  /** Without its module; undefined where only a message was given. */
  readonly type: string | undefined;
  /** Its first line; then with the lines below it, in one line too, since a terminal may have broken it. */
  readonly messages: readonly string[];
  /** The calls of its traceback, a line each, as Python writes them. */
  readonly calls: string;
}

/** Exceptions of which each was raised while the one before it was handled, or because of it; with where the last of them stands. */
export interface Chain {
  readonly raised: readonly Raised[];
  readonly stream: string;
  readonly at: number;
}

const mostOfMessage = 4000;
/** Calls of a traceback: where there are more, the last ones. Python itself has no more than a thousand below each other. */
const mostCalls = 1000;
/** Exceptions of a log, and of a chain: the last ones tell why a run has ended. */
const mostChains = 1000;
const mostLinked = 200;
const mostLinesOfMessage = 40;

/** What is raised in a log, in the order in which it is there. Programs that write between each other's lines are told apart where each line says whose it is. */
export function chainsIn(text: string): readonly Chain[] {
  const lines = logLines(text);
  const streams = new Map<string, { readonly line: LogLine; readonly at: number }[]>();
  for (const [at, line] of lines.entries()) {
    const own = streams.get(line.stream);
    if (own) own.push({ line, at });
    else streams.set(line.stream, [{ line, at }]);
  }
  return [...streams]
    .flatMap(([stream, own]) => chainsOf(own.map(({ line }) => line)).map(({ raised, at }) => ({ raised, stream, at: own[at]!.at })))
    .sort((a, b) => a.at - b.at)
    .slice(-mostChains);
}

/** The lines that tell of an error without a traceback, and the last line whatever it says: the last one first. */
export function errorLinesIn(text: string): readonly Raised[] {
  const lines = logLines(text).filter((line) => line.text.trim() !== '');
  const told = lines.filter((line, i) => i === lines.length - 1 || /^(?:E|F|ERROR|CRITICAL|FATAL)$/.test(line.level ?? ''));
  return told
    .slice(-mostTold)
    .reverse()
    .map((line) => ({ type: undefined, messages: [line.text.trim().slice(0, mostOfMessage)], calls: '' }));
}

const mostTold = 200;

const header = /^Traceback \(most recent call last\):?$/;
const link =
  /^(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):?$/;
const named = /^(?:E +)?(?:[A-Za-z_]\w*\.)*(Exception|[A-Z]\w*(?:Error|Exception|Invalid|Interrupt|Exit|Type))(?::\s?(.*))?$/;
/** Behind calls any name is one. */
const behindCalls = /^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)(?::\s?(.*))?$/;

/** The calls of a traceback, put together once for all that is raised behind them. */
class Calls {
  private readonly lines: string[] = [];
  private joined: string | undefined;

  add(line: string): void {
    this.lines.push(line);
    this.joined = undefined;
  }

  get text(): string {
    return (this.joined ??= this.lines.slice(-mostCalls).join('\n'));
  }
}

function chainsOf(lines: readonly LogLine[]): { readonly raised: readonly Raised[]; readonly at: number }[] {
  const chains: { raised: Raised[]; at: number }[] = [];
  let calls = new Calls();
  let isLinked = false;
  let isBehindCall = false;
  // Behind an exception the calls are kept for what another program raises between the same lines.
  let isOver = false;
  for (const [at, { text }] of lines.entries()) {
    if (header.test(text)) {
      calls = new Calls();
      isOver = false;
    }
    const call = callIn(text);
    const match = call === undefined && !/^\s/.test(text) ? (named.exec(text) ?? (isBehindCall ? behindCalls.exec(text) : null)) : null;
    if (call !== undefined) calls.add(call);
    else if (link.test(text)) isLinked = true;
    else if (match) {
      const raised = { type: match[1]!, messages: messagesAt(lines, at, match[2] ?? ''), calls: calls.text };
      const last = chains.at(-1);
      if (isLinked && last) {
        last.raised.push(raised);
        last.at = at;
        if (last.raised.length > mostLinked) last.raised.shift();
      } else chains.push({ raised: [raised], at });
      if (chains.length > mostChains) chains.shift();
      isLinked = false;
      isOver = true;
    } else if (isOver && /^\S/.test(text)) calls = new Calls();
    isBehindCall = call !== undefined || (isBehindCall && /^\s|^$/.test(text));
  }
  return chains;
}

/** A call as Python writes it; those of IPython and pytest are written so. */
function callIn(text: string): string | undefined {
  const line = text.replaceAll('\\', '/');
  if (/^[>\s]*File ".*", line \d+/.test(line)) return line.replace(/^[>\s]*/, '  ');
  const other = /^File (\S+?):(\d+), in (?:[\w<>]+\.)*([\w<>]+)\(/.exec(line) ?? /^(\S+\.py):(\d+): in ([\w<>]+)$/.exec(line);
  return other ? `  File "${other[1]!}", line ${other[2]!}, in ${other[3]!}` : undefined;
}

function messagesAt(lines: readonly LogLine[], at: number, first: string): readonly string[] {
  const more: string[] = [];
  for (const { text, level } of lines.slice(at + 1, at + 1 + mostLinesOfMessage)) {
    if (level !== undefined || header.test(text) || link.test(text)) break;
    if (text !== '') more.push(text);
  }
  if (more.length === 0) return [first.slice(0, mostOfMessage)];
  const all = [first, ...more];
  return [first, all.join('\n'), all.join(' ')].map((message) => message.slice(0, mostOfMessage));
}
