import { existsSync } from 'node:fs';
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

/** `diff`: what another pair, config or release changes in a prompt. */
export const diffCommand: Command = {
  help: `Usage: prompt-preflight diff A B [options]
       prompt-preflight diff --release VERSION --release VERSION FILE|TASK [options]

Prints what differs between two prompts, request by request: the text, the settings of the generation, or what is raised. A and B are each FILE, FILE#DATASET,
FILE#DATASET,MODEL (by abbr), or the name of a task. With --release twice: what changes in one prompt from one release of the framework to another.

${nameHelp}  --dataset NAME, --model NAME, --mode gen|ppl, --shots N, --row FILE:N, --package-root DIR
                       as for preview, of both prompts
  --label LABEL        only this label (default: all)
  --format text|json   text for people (default), or one JSON document with both prompts

${taskHelp}
Exit code: 0 nothing differs, 1 something does, 2 could not run.
`,
  async run(args) {
    const asked = askedArguments(args);
    const format = oneOf('format', asked.values.format, ['text', 'json'], 'text');
    const [before, after] = sidesOf(asked);
    const [first, second] = [await requestsOf(before), await requestsOf(after)];
    const compared = pairs(first.requests, second.requests);
    const isEqual = compared.every(({ equal }) => equal);
    const isOne = before.asked === after.asked;
    const shown: Shown = isOne
      ? { of: second.of, releases: [first.release, second.release], sides: [first.release, second.release], compared }
      : { of: undefined, releases: undefined, sides: [first.of, second.of], compared };
    await print(format === 'json' ? json(shown) : text(shown, styleFor(process.stdout)));
    return isEqual ? exitCode.clean : exitCode.findings;
  },
};

/** One of the two prompts, as the command line names it. */
interface Side {
  readonly asked: AskedArguments;
  readonly release: string | undefined;
}

/** @throws UsageError where these are not two */
function sidesOf(asked: AskedArguments): readonly [Side, Side] {
  const { values, positionals } = asked;
  const [release, other, more] = values.release ?? [];
  const [a, b, third] = positionals;
  if (third !== undefined || more !== undefined) throw new UsageError('Only two prompts are compared.');
  if (a !== undefined && b !== undefined && other === undefined)
    return [
      { asked: named(asked, a), release },
      { asked: named(asked, b), release },
    ];
  if (b !== undefined) throw new UsageError('Name two prompts, or one of them and two releases.');
  if (release === undefined || other === undefined)
    throw new UsageError('Say --release twice: which two releases to compare; or name two prompts.');
  const one = a === undefined ? asked : named(asked, a);
  return [
    { asked: one, release },
    { asked: one, release: other },
  ];
}

/** What `FILE#DATASET,MODEL` names. A file whose own name has such a sign is that file. */
function named(asked: AskedArguments, word: string): AskedArguments {
  const sign = existsSync(word) ? -1 : word.indexOf('#');
  if (sign < 0) return { ...asked, positionals: [word] };
  const [dataset, model] = split(word.slice(sign + 1), ',');
  return {
    ...asked,
    values: { ...asked.values, ...(dataset !== '' && { dataset }), ...(model !== undefined && { model }) },
    positionals: [word.slice(0, sign)],
  };
}

function split(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

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
  /** What is compared with itself. */
  readonly of: string | undefined;
  readonly releases: readonly [string, string] | undefined;
  /** What each of both is called. */
  readonly sides: readonly [string, string];
  readonly compared: readonly Compared[];
}

async function requestsOf({ asked, release }: Side): Promise<{ of: string; release: string; requests: Asked[] }> {
  const { data, labelled } = await askedPreview(asked, release);
  const requests = [askedOf(data)];
  const others = asked.values.label === undefined ? data.labels.slice(0, mostLabels).filter((label) => label !== data.selection.label) : [];
  for (const label of others) requests.push(askedOf(await labelled(label)));
  return { of: nameOf(data), release: data.release?.name ?? data.framework.version, requests };
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

function text({ of, sides, compared: all }: Shown, style: Style): string {
  const changed = all.filter(({ equal }) => !equal);
  const [before, after] = sides.map((side) => shownLine(side));
  const head =
    of === undefined ? `${style.bold(before!)} → ${style.bold(after!)}: ` : `${style.bold(shownLine(of))} · ${before!} → ${after!}: `;
  if (changed.length === 0) return `${head}${of === undefined ? 'nothing differs' : 'nothing changes'}.\n`;
  const verb = of === undefined ? 'differ' : 'change';
  const count = all.length > 1 ? `${changed.length} of ${all.length} requests ${verb}.` : `the prompt ${verb}s.`;
  return [`${head}${count}`, ...changed.map((pair) => change(pair, sides, style)), ''].join('\n');
}

function change({ label, before, after }: Compared, sides: Shown['sides'], style: Style): string {
  const name = label === undefined ? '' : ` · label ${shownLine(label)}`;
  const lines = [style.red(`--- ${shownLine(sides[0])}${name}`), style.green(`+++ ${shownLine(sides[1])}${name}`)];
  if (before?.request !== after?.request) lines.push(...changedSides(before?.request, after?.request, style));
  if (before?.error !== after?.error) lines.push(...changedSides(raised(before), raised(after), style));
  if (before?.text !== after?.text) lines.push(...changedLines(before?.text ?? '', after?.text ?? '', style));
  return lines.join('\n');
}

function raised(asked: Asked | undefined): string | undefined {
  return asked?.error === undefined ? undefined : `raises ${asked.error}`;
}

function changedSides(before: string | undefined, after: string | undefined, style: Style): string[] {
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

function json({ of, releases, sides, compared: all }: Shown): string {
  const side = (asked: Asked | undefined): object | null =>
    asked ? { text: asked.text ?? null, request: asked.request, error: asked.error ?? null } : null;
  const prompts = all.map(({ label, equal, before, after }) => ({ label: label ?? null, equal, before: side(before), after: side(after) }));
  return (
    safeJson(
      JSON.stringify({ ...(of !== undefined && { of, releases }), sides, equal: all.every(({ equal }) => equal), prompts }, null, 2),
    ) + '\n'
  );
}
