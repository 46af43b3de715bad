import type { Diagnostic, Fix } from '../../server/src/engine/frameworks/face/rule.js';
import type { Project } from '../../server/src/engine/project/project.js';
import { evaluationMembers } from '../../server/src/cli/support/evaluation-json.js';
import { LineIndex } from '../../server/src/engine/core/line-index.js';
import { languageByEnding } from '../../server/src/engine/core/language.js';
import { mutatedText, movedOffset, type Change, type Mutation, type Range } from './mutation.js';

/**
 * `line`: a new finding is on the line of the fault. `literal`: within the literal that holds it, or which lacks it. `elsewhere`: there is a new finding,
 * and it leads somewhere else. `missed`: nothing says that anything is wrong.
 */
export type Verdict = 'line' | 'literal' | 'elsewhere' | 'missed';

/** What a quick fix leaves: a file that checks as it did before and evaluates; with the very value it had; or neither. */
export type FixVerdict = 'none' | 'restored' | 'clean' | 'not clean';

export interface Outcome {
  readonly verdict: Verdict;
  readonly fix: FixVerdict;
  /** The rules of the new findings. */
  readonly rules: readonly string[];
  /** The line of the fault as it is now, from 1, and its text. */
  readonly line: number;
  readonly text: string;
  readonly afterFix: readonly string[];
}

/** What is found in a file, and what it evaluates to. */
export interface Looked {
  readonly diagnostics: readonly Diagnostic[];
  readonly value: string;
  readonly ok: boolean;
}

/** A project, one file of which stands there with other texts for a while. */
export class Bench {
  private version = 0;

  constructor(private readonly project: Project) {}

  async look(file: string, text: string): Promise<Looked> {
    const { project } = this;
    project.update(file, text, ++this.version, languageByEnding(file)!);
    let diagnostics = project.check(file);
    if (project.reads.pending) {
      await project.reads.pending;
      diagnostics = project.check(file);
    }
    const evaluation = project.evaluate(file)!;
    const value = evaluationMembers(
      evaluation,
      (other) => other,
      () => '',
    );
    return { diagnostics, value, ok: evaluation.ok };
  }

  /** The file is what it is on disk again. */
  done(file: string): void {
    this.project.close(file);
    this.project.release(file);
  }

  isConfig(file: string): boolean {
    return this.project.load(file) !== undefined;
  }
}

/**
 * Puts a fault into a file and looks at what is found.
 * @param before what is found in the file as it is
 * @returns undefined where the fault changes nothing of what the config evaluates to: then it is none
 */
export async function tried(bench: Bench, file: string, text: string, before: Looked, mutation: Mutation): Promise<Outcome | undefined> {
  const mutated = mutatedText(text, mutation);
  const after = await bench.look(file, mutated);
  if (after.ok && after.value === before.value) return undefined;
  const lines = new LineIndex(mutated);
  const lineOf = (offset: number): number => lines.positionAt(Math.min(offset, mutated.length)).line;
  const line = lineOf(movedOffset(mutation.at, mutation));
  const linesOf = ({ start, end }: Range): Lines => ({
    first: lineOf(movedOffset(start, mutation)),
    last: lineOf(movedOffset(end, mutation)),
  });
  const responsible = [mutation.within, ...(mutation.also ?? [])].map(linesOf);
  const found = newOf(before.diagnostics, after.diagnostics).filter(({ rule }) => rule !== saysNothing);
  const graded = found.map((diagnostic) => ({
    diagnostic,
    verdict: verdictOf({ first: lineOf(diagnostic.span.start), last: lineOf(diagnostic.span.end) }, line, responsible),
  }));
  const best = (['line', 'literal', 'elsewhere'] as const).find((wanted) => graded.some(({ verdict }) => verdict === wanted));
  const own =
    graded.find(({ verdict, diagnostic }) => verdict === best && fixOf(diagnostic, file)) ?? graded.find(({ verdict }) => verdict === best);
  const fixed = own && (await afterFix(bench, file, mutated, before, own.diagnostic));
  return {
    verdict: best ?? 'missed',
    fix: fixed?.verdict ?? 'none',
    rules: [...new Set(found.map(({ rule }) => rule))],
    line: line + 1,
    text: mutated.split('\n')[line]?.trim() ?? '',
    afterFix: fixed?.left ?? [],
  };
}

interface Lines {
  readonly first: number;
  readonly last: number;
}

function verdictOf({ first, last }: Lines, line: number, responsible: readonly Lines[]): Verdict {
  if (first <= line && line <= last) return 'line';
  return responsible.some((lines) => first >= lines.first && last <= lines.last) ? 'literal' : 'elsewhere';
}

/** That the prompt is another one than the file's name says is true of every fault, and says of none what it is. */
const saysNothing = 'prompt-hash-mismatch';

/** Findings that were not there before. Hints are not counted: nobody is told of them who does not look. */
function newOf(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const there = new Set(before.map(nameOf));
  return after.filter((diagnostic) => diagnostic.severity !== 'hint' && !there.has(nameOf(diagnostic)));
}

function nameOf({ rule, message }: Diagnostic): string {
  return `${rule} ${message}`;
}

function fixOf({ fixes }: Diagnostic, file: string): Fix | undefined {
  return fixes.find(({ edits, rename }) => !rename && edits.length > 0 && edits.every(({ span }) => span.file === file));
}

async function afterFix(
  bench: Bench,
  file: string,
  text: string,
  before: Looked,
  diagnostic: Diagnostic,
): Promise<{ verdict: FixVerdict; left: readonly string[] } | undefined> {
  const fix = fixOf(diagnostic, file);
  if (!fix) return undefined;
  const changes: readonly Change[] = fix.edits.map(({ span, newText }) => ({ start: span.start, end: span.end, text: newText }));
  const after = await bench.look(file, mutatedText(text, { changes, at: 0, within: { start: 0, end: 0 } }));
  const left = newOf(before.diagnostics, after.diagnostics).flatMap(({ rule }) => (rule === saysNothing ? [] : [rule]));
  if (left.length > 0 || (before.ok && !after.ok)) return { verdict: 'not clean', left };
  return { verdict: after.value === before.value ? 'restored' : 'clean', left };
}
