import type { Choice, PairState } from '../../engine/editor/preview/preview-shape.js';
import { safeJson, shownLine } from '../../engine/core/shown.js';
import { count, type Style } from './terminal.js';

/** All pairs of a file that were looked at. */
export interface LookedAt {
  /** As the user is to read it. */
  readonly path: string;
  readonly datasets: readonly Choice[];
  /** One without a name where no model is asked. */
  readonly models: readonly Choice[];
  /** By dataset, then by model. */
  readonly states: readonly PairState[];
}

const signs = { fine: '✓', warning: '⚠', error: '✖' } as const;
const order = ['error', 'warning'] as const;
/** Pairs that are named with what is wrong with them. */
const mostNamed = 3;

/** How many pairs are in each state. */
export function countStates({ states }: LookedAt): Record<PairState['state'], number> {
  const counts = { fine: 0, warning: 0, error: 0 };
  for (const { state } of states) counts[state]++;
  return counts;
}

/** For people: a row a dataset, with the signs of its pairs in front; then what is wrong, each thing once. */
export function matrixText(of: LookedAt, style: Style): string {
  const { datasets, models, states } = of;
  const paint = { fine: style.green, warning: style.yellow, error: style.red };
  const columns = models.some(({ label }) => label !== '') ? models.map((_, i) => numbered(i, models.length)) : [''];
  const width = columns[0]!.length;
  const legend = columns[0] === '' ? [] : models.map(({ label }, i) => `${columns[i]!} ${shownLine(label)}`);
  const rows = datasets.map(({ label }, row) => {
    const cells = models.map((_, column) => {
      const { state } = states[row * models.length + column]!;
      return ' '.repeat(Math.max(0, width - 1)) + paint[state](signs[state]);
    });
    return `${cells.join(' ')}  ${shownLine(label)}`;
  });
  const head = legend.length > 0 ? [...legend, '', columns.join(' ')] : [];
  const wrong = order.flatMap((state) => reasonsIn(of, state).map((line) => `${paint[state](signs[state])} ${line}`));
  return [
    style.bold(`${shownLine(of.path)}: ${countsText(of)}`),
    '',
    ...head,
    ...rows,
    ...(wrong.length > 0 ? ['', ...wrong] : []),
    '',
  ].join('\n');
}

/** For a pull request: one table, and below what is wrong. */
export function matrixMarkdown(of: LookedAt): string {
  const { datasets, models, states } = of;
  const heads = models.map(({ label }) => cell(label));
  const rows = datasets.map(({ label }, row) => {
    const cells = models.map((_, column) => signs[states[row * models.length + column]!.state]);
    return `| ${[cell(label), ...cells].join(' | ')} |`;
  });
  const wrong = order.flatMap((state) => reasonsIn(of, state).map((line) => `- ${signs[state]} ${cell(line)}`));
  return [
    `**${cell(of.path)}**: ${countsText(of)}`,
    '',
    `| dataset | ${heads.join(' | ')} |`,
    `|${' --- |'.repeat(models.length + 1)}`,
    ...rows,
    ...(wrong.length > 0 ? ['', ...wrong] : []),
    '',
  ].join('\n');
}

/** For programs: the counts, and all pairs. */
export function matrixJson(of: LookedAt): string {
  const { path, datasets, models, states } = of;
  const pairs = states.map(({ state, reason }, i) => {
    const model = models[i % models.length]!.label;
    const dataset = datasets[Math.floor(i / models.length)]!.label;
    return { dataset, ...(model !== '' && { model }), state, ...(reason !== '' && { reason }) };
  });
  return safeJson(JSON.stringify({ path, counts: countStates(of), pairs }, undefined, 2)) + '\n';
}

function countsText(of: LookedAt): string {
  const { fine, warning, error } = countStates(of);
  return `${count(of.states.length, 'pair')}, ${String(fine)} fine, ${count(warning, 'warning')}, ${count(error, 'error')}`;
}

/** What is wrong with pairs in a state: each thing once, with the first of its pairs. */
function reasonsIn({ datasets, models, states }: LookedAt, wanted: PairState['state']): string[] {
  const pairs = new Map<string, string[]>();
  states.forEach(({ state, reason }, i) => {
    if (state !== wanted) return;
    const model = models[i % models.length]!.label;
    const name = [datasets[Math.floor(i / models.length)]!.label, model].filter((label) => label !== '').join(' × ');
    const known = pairs.get(reason);
    if (known) known.push(name);
    else pairs.set(reason, [name]);
  });
  return [...pairs].map(([reason, names]) => {
    const more = names.length > mostNamed ? ` and ${String(names.length - mostNamed)} more` : '';
    return shownLine(`${names.slice(0, mostNamed).join(', ')}${more}: ${reason}`);
  });
}

function numbered(index: number, of: number): string {
  return String(index + 1).padStart(String(of).length);
}

/** Text in a table of Markdown. */
function cell(text: string): string {
  return shownLine(text).replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
}
