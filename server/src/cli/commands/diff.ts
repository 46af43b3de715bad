import type { PreviewData } from '../../engine/editor/preview/data.js';
import { safeJson, shownLine, shownText } from '../../engine/core/shown.js';
import { askedArguments, askedPreview, type AskedArguments } from '../support/asked-preview.js';
import { exitCode, oneOf, UsageError, type Command } from '../support/command.js';
import { lineDiff, linesNearChanges } from '../../engine/compare/line-diff.js';
import { nameHelp } from '../support/named-configs.js';
import { taskHelp } from '../support/task-options.js';
import { print, styleFor, type Style } from '../support/terminal.js';

/** So many labels are compared at most, and so many lines of a prompt around what differs are shown. */
const mostLabels = 100;
const around = 3;

/** `diff`: what another release of the framework changes in a prompt. */
export const diffCommand: Command = {
  help: `Usage: prompt-preflight diff --release VERSION --release VERSION FILE|TASK [options]

Prints what changes in a prompt from one release of the framework to another, request by request: the text, the settings of the generation, or what is raised.

${nameHelp}  --dataset NAME, --model NAME, --mode gen|ppl, --shots N, --row FILE:N, --package-root DIR
                       as for preview
  --label LABEL        only this label (default: all)
  --format text|json   text for people (default), or one JSON document with the prompts of both releases

${taskHelp}
Exit code: 0 nothing changes, 1 something does, 2 could not run.
`,
  async run(args) {
    const asked = askedArguments(args);
    const format = oneOf('format', asked.values.format, ['text', 'json'], 'text');
    const [before, after, more] = asked.values.release ?? [];
    if (before === undefined || after === undefined || more !== undefined)
      throw new UsageError('Say --release twice: which two releases to compare.');
    const [first, second] = [await requestsOf(asked, before), await requestsOf(asked, after)];
    const compared = pairs(first.requests, second.requests);
    const isEqual = compared.every(({ equal }) => equal);
    const shown = { of: second.of, releases: [first.release, second.release] as const, compared };
    await print(format === 'json' ? json(shown) : text(shown, styleFor(process.stdout)));
    return isEqual ? exitCode.clean : exitCode.findings;
  },
};

/** What a release asks the model with one label, or why it does not. */
interface Asked {
  readonly label: string | undefined;
  /** The prompt, or the messages as JSON; undefined where there is none. */
  readonly text: string | undefined;
  /** What kind of request it is, and with which settings. */
  readonly request: string;
  readonly error: string | undefined;
}

interface Compared {
  readonly label: string | undefined;
  readonly equal: boolean;
  readonly before: Asked | undefined;
  readonly after: Asked | undefined;
}

interface Shown {
  readonly of: string;
  readonly releases: readonly [string, string];
  readonly compared: readonly Compared[];
}

async function requestsOf(asked: AskedArguments, version: string): Promise<{ of: string; release: string; requests: Asked[] }> {
  const { data, labelled } = await askedPreview(asked, version);
  const requests = [askedOf(data)];
  const others = asked.values.label === undefined ? data.labels.slice(0, mostLabels).filter((label) => label !== data.selection.label) : [];
  for (const label of others) requests.push(askedOf(await labelled(label)));
  return { of: nameOf(data), release: data.release?.name ?? version, requests };
}

function nameOf({ datasets, models, selection }: PreviewData): string {
  const dataset = datasets.find(({ id }) => id === selection.dataset)?.label ?? selection.dataset;
  const model = models.find(({ id }) => id === selection.model)?.label;
  return model === undefined ? dataset : `${dataset} × ${model}`;
}

function askedOf({ selection, output, stages, exactness }: PreviewData): Asked {
  const last = stages.at(-1);
  return {
    label: selection.label,
    text: output?.text,
    request: last?.id === 'requests' ? last.summary : '',
    error: exactness.level === 'raises' ? exactness.reason : undefined,
  };
}

/** By label; where there is only one of either, or one raises instead of all, the first of them are compared, whatever their labels. */
function pairs(before: readonly Asked[], after: readonly Asked[]): Compared[] {
  const raises = [before[0], after[0]].some((asked) => asked?.error !== undefined);
  if (raises || (before.length === 1 && after.length === 1)) return [compared(after[0]!.label ?? before[0]!.label, before[0], after[0])];
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  return labels.map((label) => {
    const of = (list: readonly Asked[]): Asked | undefined => list.find((asked) => asked.label === label);
    return compared(label, of(before), of(after));
  });
}

function compared(label: string | undefined, before: Asked | undefined, after: Asked | undefined): Compared {
  const equal = before?.text === after?.text && before?.request === after?.request && before?.error === after?.error;
  return { label, equal, before, after };
}

function text({ of, releases, compared: all }: Shown, style: Style): string {
  const changed = all.filter(({ equal }) => !equal);
  const [before, after] = releases;
  const head = `${style.bold(shownLine(of))} · ${before} → ${after}: `;
  if (changed.length === 0) return `${head}nothing changes.\n`;
  const count = all.length > 1 ? `${changed.length} of ${all.length} requests change.` : 'the prompt changes.';
  return [`${head}${count}`, ...changed.map((pair) => change(pair, releases, style)), ''].join('\n');
}

function change({ label, before, after }: Compared, releases: readonly [string, string], style: Style): string {
  const name = label === undefined ? '' : ` · label ${shownLine(label)}`;
  const lines = [style.red(`--- ${releases[0]}${name}`), style.green(`+++ ${releases[1]}${name}`)];
  if (before?.request !== after?.request) lines.push(...sides(before?.request, after?.request, style));
  if (before?.error !== after?.error) lines.push(...sides(raised(before), raised(after), style));
  if (before?.text !== after?.text) lines.push(...changedLines(before?.text ?? '', after?.text ?? '', style));
  return lines.join('\n');
}

function raised(asked: Asked | undefined): string | undefined {
  return asked?.error === undefined ? undefined : `raises ${asked.error}`;
}

function sides(before: string | undefined, after: string | undefined, style: Style): string[] {
  return [
    ...(before === undefined || before === '' ? [] : [style.red(`- ${shownLine(before)}`)]),
    ...(after === undefined || after === '' ? [] : [style.green(`+ ${shownLine(after)}`)]),
  ];
}

/** The lines that differ, with some around them. */
function changedLines(before: string, after: string, style: Style): string[] {
  return linesNearChanges(lineDiff(before, after), around).map(({ kind, text: line }) => {
    if (kind === 'left-out') return style.dim(`  ${line}`);
    const shown = shownText(line, Infinity);
    return kind === 'same' ? `  ${shown}` : kind === 'before' ? style.red(`- ${shown}`) : style.green(`+ ${shown}`);
  });
}

function json({ of, releases, compared: all }: Shown): string {
  const side = (asked: Asked | undefined): object | null =>
    asked ? { text: asked.text ?? null, request: asked.request, error: asked.error ?? null } : null;
  const prompts = all.map(({ label, equal, before, after }) => ({ label: label ?? null, equal, before: side(before), after: side(after) }));
  return safeJson(JSON.stringify({ of, releases, equal: all.every(({ equal }) => equal), prompts }, null, 2)) + '\n';
}
