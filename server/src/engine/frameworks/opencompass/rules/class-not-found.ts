import { pushAll } from '../../../core/push-all.js';
import { say } from '../../../core/say.js';
import { hasWord } from '../../../core/word-places.js';
import type { DictValue, RefValue, Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { registeredFindings } from './support/registered.js';
import { renameName } from '../../../checks/support/rename-name.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { dialectOf } from '../render/family.js';

/** A class or function is imported that its package does not have. Imports of a config are lazy (mmengine 0.11 `config/lazy.py`): it is looked for when it is used. */
export const classNotFound: ConfigRule = {
  id: 'class-not-found',
  title: 'An imported class or function that its package does not have',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: 'ImportError when what uses it is built',
  scope: 'document',
  *check(context): Iterable<Finding> {
    yield* registeredFindings(context);
    const refs = importedHere(context);
    let known: ReadonlySet<string> | undefined;
    const used = (path: string): boolean => (known ??= referencesIn(context.evaluation.value)).has(path);
    yield* strangers(context, refs, used);
    yield* misspeltPackage(context, refs, used);
    for (const ref of refs) {
      const found = ref.path.startsWith('.') ? undefined : context.surroundings.classes.find(ref.path, context.file);
      if (found?.kind !== 'missing') continue;
      const { missing, where, advice, fixes } =
        found.module === undefined ? missingName(context, ref, found.names) : missingModule(context, ref, found.module, found.names);
      if (used(ref.path))
        yield {
          span: ref.span,
          message: say`There is no ${missing} in ${where}: what uses it raises ImportError when it is built.${advice}`,
          fixes,
        };
      // The name is never looked up, so the config works.
      else
        yield {
          span: ref.span,
          severity: 'warning',
          message: say`There is no ${missing} in ${where}. Nothing here uses it, so nothing raises.${advice}`,
          fixes,
        };
    }
  },
};

/** Classes that are imported from the framework of the like configs, beside more of this one. */
function* strangers(context: CheckContext, refs: readonly RefValue[], used: (path: string) => boolean): Iterable<Finding> {
  const { siblingPackage, classPackage } = dialectOf(context.framework);
  const strange = refs.filter(({ path }) => path.startsWith(`${siblingPackage}.`));
  if (strange.length === 0 || strange.length > refs.filter(({ path }) => path.startsWith(`${classPackage}.`)).length) return;
  for (const ref of strange) {
    if (!used(ref.path)) continue;
    const module = ref.path.slice(0, ref.path.lastIndexOf('.'));
    const meant = classPackage + module.slice(siblingPackage.length);
    const there = context.surroundings.classes.find(`${meant}.${ref.name}`, context.file)?.kind;
    yield {
      span: ref.span,
      severity: 'warning',
      message: say`${ref.name} is imported from ${siblingPackage}, and this is a config of ${classPackage}, which does not know its classes: what uses it raises ImportError, or does as the other framework does.`,
      fixes: there === 'class' || there === 'function' ? changeModule(context, ref, module, meant) : [],
    };
  }
}

/** Classes that are imported from a package whose name is a slip of a framework's, and that is nowhere within reach. */
function* misspeltPackage(context: CheckContext, refs: readonly RefValue[], used: (path: string) => boolean): Iterable<Finding> {
  const { classPackage, siblingPackage } = dialectOf(context.framework);
  const packages = [classPackage, siblingPackage].map((name) => name.split('.', 1)[0]!);
  for (const ref of refs) {
    const module = ref.path.slice(0, ref.path.lastIndexOf('.'));
    const [top] = module.split('.', 1);
    const meant = packages.includes(top!) || /\d/.test(top!) ? undefined : packages.find((name) => isKeySlip(top!, name));
    if (meant === undefined || !used(ref.path)) continue;
    if (context.surroundings.classes.find(ref.path, context.file)?.kind !== 'unknown') continue;
    yield {
      span: ref.span,
      message: say`There is no package ${top!}: what uses ${ref.name} raises ModuleNotFoundError when it is built.${didYouMean(meant)}`,
      fixes: changeModule(context, ref, module, meant + module.slice(top!.length)),
    };
  }
}

/** What is said of an import that leads nowhere. */
interface Missing {
  readonly missing: string;
  /** The package or module that lacks it. */
  readonly where: string;
  readonly advice: string;
  readonly fixes: Fix[];
}

function missingName(context: CheckContext, ref: RefValue, names: readonly string[]): Missing {
  const where = ref.path.slice(0, ref.path.lastIndexOf('.'));
  const home = moduleThatHas(context, where, ref.name);
  if (home !== undefined) return { missing: ref.name, where, advice: say` It is in ${home}: import it from there.`, fixes: [] };
  const meant =
    nearest(
      ref.name,
      names.filter((name) => !name.startsWith('_') && isAlike(name, ref.name)),
    ) ?? gatheredSlip(context, where, ref.name);
  return { missing: ref.name, where, advice: didYouMean(meant), fixes: changeName(context, ref, meant) };
}

/** The module of a package, or of a folder in it, that has a class or function which the package itself does not hand on. */
function moduleThatHas({ file, surroundings: { workspace, classes } }: CheckContext, where: string, name: string): string | undefined {
  const root = workspace.packageRoot(where.split('.', 1)[0]!, file);
  if (root === undefined) return undefined;
  const folder = (path: string): readonly string[] => workspace.list(`${root}/${path.replaceAll('.', '/')}`) ?? [];
  const inFolder = (path: string): string | undefined =>
    folder(path)
      .flatMap((entry) => (entry.endsWith('.py') && entry !== '__init__.py' ? [`${path}.${entry.slice(0, -3)}`] : []))
      .find((module) => {
        const read = workspace.read(`${root}/${module.replaceAll('.', '/')}.py`);
        if (read.kind !== 'text' || !hasWord(read.text, name, /\w/)) return false;
        const found = classes.find(`${module}.${name}`, file);
        return (
          (found.kind === 'class' || found.kind === 'function') && found.source.module.file === `${root}/${module.replaceAll('.', '/')}.py`
        );
      });
  const below = folder(where).filter((entry) => !entry.includes('.') && !entry.startsWith('_'));
  return [where, ...below.map((entry) => `${where}.${entry}`)].map(inFolder).find((module) => module !== undefined);
}

/** Of the many names that a package gathers from its modules, one that is a slip away, or a later version of this one. */
function gatheredSlip({ file, surroundings }: CheckContext, where: string, name: string): string | undefined {
  const names = [...(surroundings.classes.namesIn(where, file) ?? [])];
  return names.find((other) => isKeySlip(name, other)) ?? names.find((other) => other.replace(/_v\d+$/, '') === name);
}

/** @param module the path of the module that is not there @param names of those beside it */
function missingModule(context: CheckContext, ref: RefValue, module: string, names: readonly string[]): Missing {
  const dot = module.lastIndexOf('.');
  const [where, missing] = [module.slice(0, dot), module.slice(dot + 1)];
  const meant = nearest(
    missing,
    names.filter((name) => isKeySlip(missing, name)),
  );
  return {
    missing,
    where,
    advice: didYouMean(meant),
    fixes: meant === undefined ? [] : changeModule(context, ref, module, `${where}.${meant}`),
  };
}

function didYouMean(meant: string | undefined): string {
  return meant === undefined ? '' : say` Did you mean ${meant}?`;
}

/** The module that was meant, where the import is written as `from module import …` before the name. */
function changeModule({ text, file }: CheckContext, { span }: RefValue, module: string, meant: string): Fix[] {
  const before = text(file).slice(0, span.start);
  const start = before.lastIndexOf(module);
  const isFrom =
    /\bfrom[ \t]+$/.test(before.slice(0, start)) && /^(?:\.[\w.]+)?[ \t]+import\b[^=:]*$/.test(before.slice(start + module.length));
  if (start < 0 || !isFrom) return [];
  const edits = [{ span: { file, start, end: start + module.length }, newText: meant }];
  const [dot, other] = [meant.lastIndexOf('.'), module.lastIndexOf('.')];
  const shown = meant.slice(dot) === module.slice(other) ? meant : meant.slice(dot + 1);
  return [{ title: say`Change to ${shown}`, safe: false, edits }];
}

/** The name that was meant, in the import and wherever the document uses it; an alias stays what it is. */
function changeName({ text, file }: CheckContext, { name, span }: RefValue, meant: string | undefined): Fix[] {
  const source = text(file);
  if (meant === undefined || source.slice(span.start, span.end) !== name) return [];
  const isAliased = /^[ \t]+as\b/.test(source.slice(span.end));
  const here = { span, newText: meant };
  const edits = isAliased ? [here] : renameName(source, file, name, meant);
  return [{ title: say`Change to ${meant}`, safe: false, edits: edits.some((edit) => edit.span.start === span.start) ? edits : [here] }];
}

/** Names of classes end alike (`…Dataset`, `…Evaluator`): then what stands before the last word has to be near, too. */
function isAlike(candidate: string, name: string): boolean {
  const [, stem, word] = lastWord.exec(name) ?? [];
  const [, other, otherWord] = lastWord.exec(candidate) ?? [];
  return word === undefined || word !== otherWord || nearest(stem!, [other!]) !== undefined;
}

const lastWord = /^(.+?)_?([A-Z][a-z]+)$/;

/** The names that this document imports lazily. */
function importedHere({ file, evaluation }: CheckContext): RefValue[] {
  const names = [evaluation.hidden, evaluation.value].flatMap((dict: DictValue) => [...dict.entries.values()]);
  return names.flatMap(({ value }) => (value.kind === 'ref' && value.refKind === 'lazy' && value.span.file === file ? [value] : []));
}

/** Paths of all classes and functions that stand somewhere in a value. */
function referencesIn(whole: Value): Set<string> {
  const paths = new Set<string>();
  const seen = new Set<Value>();
  const waiting: Value[] = [whole];
  for (let value = waiting.pop(); value; value = waiting.pop()) {
    if (value.kind === 'ref') paths.add(value.path);
    if ((value.kind !== 'dict' && value.kind !== 'list' && value.kind !== 'tuple') || seen.has(value)) continue;
    seen.add(value);
    if (value.kind === 'dict') for (const entry of value.entries.values()) waiting.push(entry.value);
    else pushAll(waiting, value.items);
  }
  return paths;
}
