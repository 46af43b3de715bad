import { readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { safeJson } from '../../engine/core/shown.js';
import type { FileId } from '../../engine/core/span.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import type { BaselineFinding } from '../../worker/start.js';
import { CommandError } from '../support/command.js';
import { portableMessage } from '../support/portable-message.js';

/** Findings that a project lives with. Lines are not kept: a finding is known again by its rule and message wherever it stands in its file, as often as it was there. */
interface BaselineEntry {
  readonly rule: string;
  readonly message: string;
  readonly count: number;
}

/** The document that `--write-baseline` writes: `{"version": 1, "files": {path: [{rule, message, count}]}}`, paths as seen from its own folder, in messages too. */
const version = 1;

/** The findings of a file that a baseline does not hold. */
export class Baseline {
  private readonly folder: string;

  private constructor(
    path: string,
    private readonly files: Readonly<Record<string, readonly BaselineEntry[]>>,
  ) {
    this.folder = dirname(resolve(path));
  }

  /** @throws CommandError where there is no baseline at the path, or it is none */
  static read(path: string): Baseline {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw new CommandError(`--baseline ${path}: ${reasonOf(error)} Write it with --baseline ${path} --write-baseline.`);
    }
    const files = filesIn(text);
    if (!files) throw new CommandError(`--baseline ${path}: it is no baseline. Write it anew with --write-baseline.`);
    return new Baseline(path, files);
  }

  /** One with nothing in it, for the paths of what is to be written there. */
  static empty(path: string): Baseline {
    return new Baseline(path, {});
  }

  /** Those diagnostics that are new; of several that are alike, the last ones. */
  newOf(file: FileId, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    const path = this.pathOf(file);
    const entries = Object.hasOwn(this.files, path) ? this.files[path]! : [];
    const left = new Map(entries.map((entry) => [keyOf(entry), entry.count]));
    return diagnostics.filter(({ rule, message }) => {
      const key = keyOf({ rule, message: portableMessage(message, this.folder) });
      const known = left.get(key) ?? 0;
      if (known > 0) left.set(key, known - 1);
      return known === 0;
    });
  }

  /** How many findings like this one it holds. */
  knownLike({ path, rule, message }: BaselineFinding): number {
    const entries = Object.hasOwn(this.files, path) ? this.files[path]! : [];
    return entries.find((entry) => keyOf(entry) === keyOf({ rule, message }))?.count ?? 0;
  }

  /** A finding that is told of that file, as the document keeps it. */
  findingOf(file: FileId, { rule, message }: Diagnostic): BaselineFinding {
    return { path: this.pathOf(file), rule, message: portableMessage(message, this.folder) };
  }

  private pathOf(file: FileId): string {
    return relative(this.folder, file).split(sep).join('/');
  }
}

/** The whole document, its files in the order of their first findings. */
export function baselineText(findings: readonly BaselineFinding[]): string {
  const files = new Map<string, Map<string, { rule: string; message: string; count: number }>>();
  for (const { path, rule, message } of findings) {
    const counts = files.get(path) ?? new Map<string, { rule: string; message: string; count: number }>();
    files.set(path, counts);
    const key = keyOf({ rule, message });
    const entry = counts.get(key);
    if (entry) entry.count++;
    else counts.set(key, { rule, message, count: 1 });
  }
  const members = [...files].map(([path, counts]) => {
    const entries = [...counts.values()].map((entry) => `      ${safeJson(JSON.stringify(entry))}`);
    return `    ${safeJson(JSON.stringify(path))}: [\n${entries.join(',\n')}\n    ]`;
  });
  return `{\n  "version": ${version},\n  "files": {${members.length > 0 ? `\n${members.join(',\n')}\n  ` : ''}}\n}\n`;
}

function keyOf({ rule, message }: { readonly rule: string; readonly message: string }): string {
  return `${rule}\n${message}`;
}

function filesIn(text: string): Readonly<Record<string, readonly BaselineEntry[]>> | undefined {
  try {
    const document = JSON.parse(text) as { version?: unknown; files?: unknown } | null;
    if (document?.version !== version || typeof document.files !== 'object' || document.files === null) return undefined;
    const lists: unknown[] = Object.values(document.files);
    return lists.every((list) => Array.isArray(list) && list.every(isEntry))
      ? (document.files as Readonly<Record<string, readonly BaselineEntry[]>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): boolean {
  const entry = value as { rule?: unknown; message?: unknown; count?: unknown } | null;
  return (
    typeof entry === 'object' && typeof entry?.rule === 'string' && typeof entry.message === 'string' && typeof entry.count === 'number'
  );
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file.' : `it cannot be read: ${String(error)}.`;
}
