import { writeFileSync } from 'node:fs';
import { shownLine } from '../../engine/core/shown.js';
import type { FileId } from '../../engine/core/span.js';
import type { BaselineFinding, CheckedFile } from '../../worker/start.js';
import { shownPath } from '../support/shown-path.js';
import { count } from '../support/terminal.js';
import { baselineText } from './baseline.js';

/** So many of the slowest configs and rules are named. */
const mostNamed = 10;

/** What a run has come to beside its findings. */
export class RunTotals {
  private known = 0;
  private fixed = 0;
  private filesFixed = 0;
  private readonly baselines: BaselineFinding[] = [];
  private readonly files: { readonly file: FileId; readonly all: number }[] = [];
  private readonly rules = new Map<string, number>();

  add(file: FileId, { known = 0, fixed = 0, baseline, timing }: CheckedFile): void {
    this.known += known;
    this.fixed += fixed;
    if (fixed > 0) this.filesFixed++;
    if (baseline) this.baselines.push(...baseline);
    if (!timing) return;
    this.files.push({ file, all: timing.all });
    for (const [rule, time] of Object.entries(timing.rules)) this.rules.set(rule, (this.rules.get(rule) ?? 0) + time);
  }

  get anyFixed(): boolean {
    return this.fixed > 0;
  }

  /** Lines for standard error. @param diff whether the fixes were only shown @param baseline the new one's file, which is written */
  end(diff: boolean, baseline: string | undefined): string {
    const lines: string[] = [];
    if (this.fixed > 0)
      lines.push(`${count(this.fixed, 'finding')} ${diff ? 'would be fixed' : 'fixed'} in ${count(this.filesFixed, 'config')}.`);
    if (baseline !== undefined) {
      writeFileSync(baseline, baselineText(this.baselines));
      lines.push(`${count(this.known, 'finding')} written to ${shownLine(shownPath(baseline))}.`);
    } else if (this.known > 0) lines.push(`${count(this.known, 'finding')} of the baseline not shown.`);
    return [...lines, ...this.slowest()].map((line) => `${line}\n`).join('');
  }

  private slowest(): string[] {
    if (this.files.length === 0) return [];
    const all = this.files.reduce((sum, { all }) => sum + all, 0);
    const files = this.files.map(({ file, all }) => [shownPath(file), all] as const);
    return [
      `${milliseconds(all)} in all; the configs that took longest:`,
      ...longest(files),
      'The rules that took longest:',
      ...longest([...this.rules]),
    ];
  }
}

function longest(times: readonly (readonly [name: string, time: number])[]): string[] {
  const ordered = [...times].sort((a, b) => b[1] - a[1]).slice(0, mostNamed);
  return ordered.map(([name, time]) => `${milliseconds(time).padStart(12)}  ${shownLine(name)}`);
}

function milliseconds(time: number): string {
  return `${time.toFixed(1)} ms`;
}
