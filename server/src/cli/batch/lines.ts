import type { Readable } from 'node:stream';

/** A line of input, without its line break. */
export interface InputLine {
  readonly line: string;
  /** Whether the next line is already there. */
  readonly more: boolean;
}

/** The lines of a stream of UTF-8, the last one also where no line break ends it. Reads on only when asked for more. */
export async function* linesOf(stream: Readable): AsyncGenerator<InputLine> {
  stream.setEncoding('utf8');
  let parts: string[] = [];
  for await (const chunk of stream as AsyncIterable<string>) {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      parts.push(chunk.slice(from, at));
      from = at + 1;
      yield { line: withoutReturn(parts.join('')), more: chunk.indexOf('\n', from) >= 0 };
      parts = [];
    }
    parts.push(chunk.slice(from));
  }
  const rest = withoutReturn(parts.join(''));
  if (rest !== '') yield { line: rest, more: false };
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
