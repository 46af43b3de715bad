/** A marker of an example: the range that a rule must flag, as UTF-16 offsets into the file without its marker lines. */
export interface Marker {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** A fenced block of a rule's page: one or several files, and what is to be found in them. */
export interface Example {
  /** Line of the page at which the block starts, from 1. */
  readonly line: number;
  readonly kind: 'bad' | 'good' | 'fixed';
  readonly files: ReadonlyMap<string, string>;
  readonly markers: readonly Marker[];
}

/** `# ~~~ rule-id` under the flagged range; `#<~~~ rule-id` for a range that starts in column 0. */
const markerLine = /^#(<?)( *)(~+) ([a-z0-9-]+)$/;
const fileLine = /^# file: (\S+)$/;

/** Reads the examples of a page: blocks of python, yaml and json; ` fixed` behind the language says that the block before becomes this one. */
export function readPage(markdown: string): Example[] {
  const examples: Example[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const fence = /^```(python|yaml|json)( fixed)?$/.exec(lines[at]!);
    if (!fence) continue;
    const close = lines.indexOf('```', at + 1);
    const { files, markers } = readFiles(lines.slice(at + 1, close), fence[1]!);
    examples.push({ line: at + 1, kind: fence[2] ? 'fixed' : markers.length > 0 ? 'bad' : 'good', files, markers });
    at = close;
  }
  return examples;
}

function readFiles(lines: readonly string[], language: string): { files: Map<string, string>; markers: Marker[] } {
  const files = new Map<string, string>();
  const markers: Marker[] = [];
  let file = `config.${language === 'python' ? 'py' : language}`;
  let text = '';
  let lastLine = 0;
  for (const line of lines) {
    const name = fileLine.exec(line)?.[1];
    const marker = markerLine.exec(line);
    if (name !== undefined) {
      if (text.trim() !== '') files.set(file, text);
      [file, text] = [name, ''];
    } else if (marker) {
      const start = lastLine + (marker[1] ? 0 : 1 + marker[2]!.length);
      markers.push({ file, start, end: start + marker[3]!.length, rule: marker[4]! });
    } else {
      lastLine = text.length;
      text += line + '\n';
    }
  }
  files.set(file, text);
  return { files, markers };
}
