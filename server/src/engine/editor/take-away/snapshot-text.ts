import { shownLine, shownText } from '../../core/shown.js';
import type { PreviewData } from '../preview/data.js';
import { levelWords } from './level-words.js';
import { sentBlocks } from './sent-blocks.js';

/** The first line of each snapshot: by it they are told from other files. */
export const snapshotMark = 'Prompt Preflight snapshot';

/** What a snapshot is of, in words that are the same on each machine. */
export interface SnapshotNames {
  readonly config: string;
  readonly dataset: string;
  readonly model: string | undefined;
  readonly rows: string;
}

/**
 * What would be sent, as a text that is read and compared: a head with what it is of, then each request. A line of a prompt has `| ` before it, so that nothing in a prompt can be taken for a
 * line of the head; `¶` ends a line whose last character would not be seen. What has no picture is shown by a sign (`␛`, `U+202E`).
 * @param asked the previews of the pair, one for each of its labels; not empty
 * @param plain makes what is said of the prompt the same on each machine: it takes away where the project lies
 */
export function snapshotText(
  { config, dataset, model, rows }: SnapshotNames,
  asked: readonly PreviewData[],
  plain: (text: string) => string,
): string {
  const first = asked[0]!;
  const { selection, exactness, release, framework } = first;
  const reason = exactness.reason === '' || exactness.level === 'placeholder-rows' ? '' : `: ${plain(exactness.reason)}`;
  const head: readonly (readonly [string, string | undefined])[] = [
    ['config', config],
    ['dataset', dataset],
    ['model', model],
    ['asked', `${selection.mode}, ${selection.shots === 1 ? '1 shot' : `${String(selection.shots)} shots`}, ${rows}`],
    ['exactness', levelWords[exactness.level] + reason],
    ['rules', release ? `${framework.title} ${release.name}` : framework.version],
  ];
  const several = asked.length > 1;
  const lines = head.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${shownLine(value)}`]));
  return [snapshotMark, ...lines, ...asked.flatMap((data, i) => requestLines(data, several, asked[i - 1], plain)), ''].join('\n');
}

/** A prompt that is that of the label before, of which only what is scored differs, stands there alone. */
function requestLines(data: PreviewData, several: boolean, before: PreviewData | undefined, plain: (text: string) => string): string[] {
  const of = several && data.selection.label !== undefined ? ` · label ${shownLine(data.selection.label)}` : '';
  const last = data.stages.at(-1);
  const request = last?.id === 'requests' ? ` · ${shownLine(last.summary)}` : '';
  const { error, unknown } = data.stages.findLast((stage) => stage.error !== undefined || stage.unknown !== undefined) ?? {};
  const trouble = error !== undefined ? `raises ${plain(error)}` : unknown === undefined ? undefined : `unknown: ${plain(unknown)}`;
  const [first, ...rest] = sentBlocks(data);
  const isKnown = before !== undefined && rest.length > 0 && first?.text === sentBlocks(before)[0]?.text;
  const blocks = isKnown ? rest : first ? [first, ...rest] : [];
  return [
    ...blocks.flatMap(({ name, text }) => ['', `== ${shownLine(name)}${of}${request} ==`, ...marked(text)]),
    ...(trouble === undefined ? [] : ['', `== ${shownLine(trouble)}${of} ==`]),
  ];
}

function marked(text: string): string[] {
  return shownText(text, Infinity)
    .split('\n')
    .map((line) => (line === '' ? '|' : `| ${line}${/[\s¶]$/u.test(line) ? '¶' : ''}`));
}
