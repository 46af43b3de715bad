import { safeJson, shownText } from '../../engine/core/shown.js';
import { fenced } from '../../engine/editor/take-away/markdown.js';
import { lineDiff, linesNearChanges } from '../../engine/compare/line-diff.js';
import { count, type Style } from './terminal.js';

/** How the snapshots in the folder and those that would be written differ. */
export interface FoundSnapshots {
  readonly check: boolean;
  /** How many there should be. */
  readonly made: number;
  /** Documents of which none could be made. */
  readonly leftOut: number;
  /** `new`: none is there. `old`: none would be written. */
  readonly changes: readonly {
    readonly name: string;
    readonly kind: 'new' | 'changed' | 'old';
    readonly before: string;
    readonly after: string;
  }[];
}

type SnapshotChange = FoundSnapshots['changes'][number];

/** So many unchanged lines are shown around a change, so many lines of a file, and so many files. */
const around = 3;
const mostLines = 300;
const mostFiles = 200;
/** A comment of GitHub has 65,536 characters at most. */
const mostOfComment = 60_000;

const words = { new: 'is missing', changed: 'has changed', old: 'is of no prompt any more' } as const;
const deeds = { new: 'new', changed: 'changed', old: 'removed' } as const;

/** What is printed of a run. */
export function snapshotReport(found: FoundSnapshots, format: 'text' | 'json' | 'markdown', style: Style): string {
  if (format === 'json') return json(found);
  return format === 'markdown' ? markdown(found) : text(found, style);
}

function text(found: FoundSnapshots, style: Style): string {
  const lines = found.changes.slice(0, mostFiles).flatMap((change) => {
    if (!found.check) return [`${deeds[change.kind]} ${change.name}`];
    return [`${style.bold(change.name)} ${words[change.kind]}`, ...difference(change).map((line) => painted(line, style)), ''];
  });
  if (found.changes.length > mostFiles) lines.push(`and ${count(found.changes.length - mostFiles, 'other')}`);
  return [...lines, summary(found), ''].join('\n');
}

function painted(line: string, style: Style): string {
  return line.startsWith('-') ? style.red(line) : line.startsWith('+') ? style.green(line) : style.dim(line);
}

function summary({ check, made, changes }: FoundSnapshots): string {
  const of = (kind: SnapshotChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  const there = made - of('new') - of('changed') - of('old');
  const parts = check
    ? [`${count(there, 'snapshot')} up to date`, `${of('changed')} changed`, `${of('new')} missing`, `${of('old')} of no prompt any more`]
    : [`${count(there, 'snapshot')} unchanged`, `${of('changed')} changed`, `${of('new')} new`, `${of('old')} removed`];
  return parts.filter((part, i) => i === 0 || !part.startsWith('0 ')).join(', ');
}

/** The lines of a changed snapshot that differ, with a sign before each. */
function difference({ kind, before, after }: SnapshotChange): string[] {
  if (kind !== 'changed') return [];
  const signs = { same: '  ', before: '- ', after: '+ ', 'left-out': '  ' };
  const lines = linesNearChanges(lineDiff(before, after), around).map(
    (line) => signs[line.kind] + shownText(line.text.replace(/↵$/, ''), Infinity),
  );
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `  … ${count(lines.length - mostLines, 'more line')}`];
}

/** A comment for a pull request: the counts, then each change folded. */
function markdown(found: FoundSnapshots): string {
  const title = `### Prompts: ${summary(found)}\n`;
  let room = mostOfComment - title.length;
  let left = 0;
  const details = found.changes.map((change) => {
    const lines = difference(change);
    const name = `<code>${change.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code> ${words[change.kind]}`;
    const part =
      lines.length === 0 ? `\n- ${name}\n` : `\n<details><summary>${name}</summary>\n\n${fenced(lines.join('\n'), 'diff')}\n</details>\n`;
    room -= part.length;
    if (room < 0) left++;
    return room < 0 ? '' : part;
  });
  return [title, ...details, ...(left > 0 ? [`\n${count(left, 'more change')} not shown.\n`] : [])].join('');
}

function json(found: FoundSnapshots): string {
  const changes = found.changes.map(({ name, kind, before, after }) => ({
    path: name,
    change: kind,
    before: kind === 'changed' ? before : null,
    after: kind === 'old' ? null : after,
  }));
  return safeJson(JSON.stringify({ check: found.check, snapshots: found.made, leftOut: found.leftOut, changes }, null, 2)) + '\n';
}
