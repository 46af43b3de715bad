import type { Tried } from './run-kinds.js';

const columns = ['faults', 'line', 'literal', 'elsewhere', 'missed', 'found %', 'fixes', 'lead back %'] as const;

/** The figures of each kind and framework, and of each framework as a whole. */
export function tableOf(found: readonly Tried[]): string {
  const frameworks = [...new Set(found.map(({ framework }) => framework))];
  const rows = frameworks.flatMap((framework) => {
    const own = found.filter((one) => one.framework === framework);
    const kinds = [...new Set(own.map(({ kind }) => kind))];
    return [
      ...kinds.map((kind) =>
        row(
          `${framework} ${kind}`,
          own.filter((one) => one.kind === kind),
        ),
      ),
      row(`${framework} ALL`, own),
      [],
    ];
  });
  const table = [['', ...columns], ...rows];
  const widths = ['', ...columns].map((_, i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)));
  return table
    .map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ') + '\n')
    .join('');
}

function row(name: string, some: readonly Tried[]): string[] {
  const count = (wanted: (one: Tried) => boolean): number => some.filter(wanted).length;
  const line = count(({ verdict }) => verdict === 'line');
  const literal = count(({ verdict }) => verdict === 'literal');
  const fixes = count(({ fix }) => fix !== 'none');
  const back = count(({ fix }) => fix === 'restored' || fix === 'clean');
  const figures = [
    some.length,
    line,
    literal,
    count(({ verdict }) => verdict === 'elsewhere'),
    count(({ verdict }) => verdict === 'missed'),
  ];
  return [name, ...figures.map(String), share(line + literal, some.length), String(fixes), share(back, fixes)];
}

function share(some: number, all: number): string {
  return all === 0 ? '-' : ((100 * some) / all).toFixed(1);
}

/** Each fault that was not found where it is, and each fix that leaves something. */
export function missesOf(found: readonly Tried[]): string {
  const missed = found.filter(({ verdict, fix }) => verdict === 'missed' || verdict === 'elsewhere' || fix === 'not clean');
  return missed.map(lineOf).join('');
}

function lineOf({ framework, kind, verdict, fix, file, line, text, rules, afterFix }: Tried): string {
  const what = verdict === 'missed' || verdict === 'elsewhere' ? verdict : `fix ${fix}: ${afterFix.join(', ')}`;
  const said = rules.length > 0 ? ` [${rules.join(', ')}]` : '';
  return `${framework} · ${kind} · ${what}${said} · ${file}:${String(line)} · ${text.slice(0, 160)}\n`;
}
