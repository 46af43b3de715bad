import type { Document } from '../../engine/core/document.js';
import { languageByEnding } from '../../engine/core/language.js';
import { LineIndex } from '../../engine/core/line-index.js';
import type { FileId } from '../../engine/core/span.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import type { Project } from '../../engine/project/project.js';
import type { CausedFinding } from '../../worker/start.js';
import { checkInParts } from '../../worker/check-steps.js';
import type { PrintFindings } from '../reports/print-findings.js';
import type { Baseline } from './baseline.js';

interface Telling {
  readonly print: PrintFindings;
  readonly baseline: Baseline | undefined;
  readonly files: Promise<readonly FileId[]>;
  readonly isGiven: (file: FileId) => boolean;
}

/**
 * Findings that a file has by what it includes, where that is among the given paths: they are told of the included file, at the place itself, as a template that hundreds of
 * tasks include has one fault and not hundreds. What the included file's own check tells is left to that.
 */
export class CausesElsewhere {
  /** The files that are checked themselves. */
  private checked: ReadonlySet<FileId> | undefined;
  /** What an included file is told of by its own check. */
  private readonly own = new Map<FileId, ReadonlySet<string>>();
  private readonly documents = new Map<FileId, Document>();

  constructor(
    private readonly project: Project,
    private readonly how: Telling,
  ) {}

  isElsewhere({ cause }: Diagnostic): boolean {
    return cause !== undefined && this.how.isGiven(cause.file);
  }

  /** Those of the findings that are told elsewhere; more of them where another file leads to the same. */
  async of(diagnostics: readonly Diagnostic[]): Promise<CausedFinding[]> {
    const elsewhere = diagnostics.filter((diagnostic) => this.isElsewhere(diagnostic));
    if (elsewhere.length === 0) return [];
    const checked = (this.checked ??= new Set(await this.how.files));
    return elsewhere.flatMap((diagnostic) => this.moved(diagnostic, checked) ?? []);
  }

  /** @returns undefined where the included file's own check tells it */
  private moved(diagnostic: Diagnostic, checked: ReadonlySet<FileId>): CausedFinding | undefined {
    const cause = diagnostic.cause!;
    const { file } = cause;
    const related = diagnostic.related.filter(({ span }) => span.file !== file || span.start !== cause.start || span.end !== cause.end);
    const there = { ...diagnostic, span: cause, related, cause: undefined };
    const key = keyOf(there);
    if (this.ownOf(file, checked).has(key)) return undefined;
    const { baseline, print } = this.how;
    const entry = baseline?.findingOf(file, there) ?? { path: '', rule: there.rule, message: there.message };
    return {
      key,
      severity: there.severity,
      text: print(file, [there], this.documentOf(file)),
      entry,
      known: baseline?.knownLike(entry) ?? 0,
    };
  }

  private ownOf(file: FileId, checked: ReadonlySet<FileId>): ReadonlySet<string> {
    let known = this.own.get(file);
    if (!known) {
      const found = checked.has(file) ? checkInParts(this.project, { what: 'check', file }) : [];
      known = new Set(found.map(keyOf));
      this.own.set(file, known);
    }
    return known;
  }

  /** Templates need no ending. */
  private documentOf(file: FileId): Document {
    let document = this.project.document(file) ?? this.documents.get(file);
    if (!document) {
      const read = this.project.workspace.read(file);
      const text = read.kind === 'text' ? read.text : '';
      document = { file, text, version: 0, language: languageByEnding(file) ?? 'yaml', lines: new LineIndex(text) };
      this.documents.set(file, document);
    }
    return document;
  }
}

function keyOf({ rule, span: { file, start, end }, message }: Diagnostic): string {
  return JSON.stringify([rule, file, start, end, message]);
}
