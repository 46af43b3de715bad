import type { Problem } from '../../core/evaluation.js';
import { say } from '../../core/say.js';
import { lineBreakOf } from '../../edit/language.js';
import type { Fix, TextRule } from '../../frameworks/face/rule.js';
import { problemRule } from '../support/problems.js';
import { writtenImport, type WrittenImport } from '../support/written-import.js';

const report = problemRule(
  {
    id: 'base-outside',
    title: 'Another config is imported outside of `with read_base():`',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'A config without the datasets or models that it imports; ImportError where one of them is used',
  },
  intoBlock,
);

/** Another config is imported where mmengine brings nothing in. mmengine 0.11 `config/lazy.py`. The module of a package passes names on to Python, and is no config. */
export const baseOutside: TextRule = {
  ...report,
  check: (context) => (context.file.endsWith('/__init__.py') ? [] : report.check(context)),
};

/** Moves the statement, or all of its kind at once, into the block that is there or into a new one: mmengine reads the first block only. */
function intoBlock({ span }: Problem, { evaluation, text }: Parameters<TextRule['check']>[0]): readonly Fix[] {
  const { file } = span;
  const source = text(file);
  const outside = evaluation.problems
    .filter(({ kind }) => kind === 'base-outside')
    .map((problem) => writtenImport(source, file, problem.span.start));
  const all = new Map(outside.flatMap((found) => (found ? [[found.edit.span.start, found] as const] : [])));
  const own = writtenImport(source, file, span.start);
  if (!own) return [];
  const one = moved(source, [own], say`Import it within read_base`);
  return all.size > 1 ? [moved(source, [...all.values()], say`Import all of these within read_base`), one] : [one];
}

function moved(source: string, imports: readonly WrittenImport[], title: string): Fix {
  const { file } = imports[0]!.edit.span;
  const block = /^with read_base\(\):[ \t]*(?:#[^\r\n]*)?\r?\n([ \t]+)/m.exec(source);
  const indent = block?.[1] ?? '    ';
  const lineBreak = lineBreakOf(source);
  const lines = imports.map(({ text }) => `${indent}${text}${lineBreak}`).join('');
  const removals = imports.map(({ edit }) => edit);
  if (block) {
    const at = block.index + block[0].length - indent.length;
    return { title, safe: false, edits: [{ span: { file, start: at, end: at }, newText: lines }, ...removals] };
  }
  const head = /\bread_base\b/.test(source) ? '' : `from mmengine.config import read_base${lineBreak}${lineBreak}`;
  const [first, ...others] = removals;
  return { title, safe: false, edits: [{ span: first!.span, newText: `${head}with read_base():${lineBreak}${lines}` }, ...others] };
}
