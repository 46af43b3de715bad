import type { Config } from '../../config/config.js';
import { compareText } from '../../core/compare-text.js';
import { assumedLanguage } from '../../core/language.js';
import { isInstalled } from '../../core/paths.js';
import { encloses, type FileId, type Span } from '../../core/span.js';
import type { Evaluation } from '../../core/evaluation.js';
import { oncePer } from '../../core/once-per.js';
import { pushAll } from '../../core/push-all.js';
import { say } from '../../core/say.js';
import { partAround } from '../../python/syntax/parts.js';
import type { Steps } from '../../core/steps.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Settings } from '../../core/settings.js';
import { limit } from '../rules/limit.js';
import { syntaxError } from '../rules/syntax-error.js';
import { unusedSuppression } from '../rules/unused-suppression.js';
import { unusedFindings } from './unused-suppressions.js';
import { checkedPart } from './checked-part.js';
import { ImportPlaces } from './placement.js';
import { isAcrossDocuments, type CheckContext, type Diagnostic, type Finding, type Fix, type Rule } from '../../frameworks/face/rule.js';
import type { Severity } from '../../core/severity.js';
import { Suppressions } from './suppression.js';

export interface CheckOptions {
  /** Whether fixes may edit a document besides the checked one. Absent: all but installed packages. */
  readonly editable?: (file: FileId) => boolean;
  /** Told of a rule that fails by a fault of our own: the others run, and what it found by then stays. Absent: what it throws is thrown on. */
  readonly failed?: (rule: string, error: unknown) => void;
  /** Runs each rule, for whoever wants to know how long it takes. Absent: it is just run. */
  readonly around?: AroundRule;
}

/** Must call `run`, once. */
export type AroundRule = (rule: string, run: () => void) => void;

/**
 * Runs every rule over one document: severities from the settings, suppression comments applied, findings in bases placed at the import that
 * leads there, each place and message once, in the order of the text. A rule is a step: of a config of thousands of datasets all together take a second.
 * @param rules in the order in which findings at one place are listed
 * @param loaded the document read as a config, or undefined where it is none: then only its text is checked
 * @param text gives the text of a document that the evaluation read, '' where it is gone
 */
export function* checkConfig(
  rules: readonly Rule[],
  file: FileId,
  evaluation: Evaluation,
  loaded: LoadedConfig | undefined,
  text: (file: FileId) => string,
  settings: Settings,
  options: CheckOptions = {},
): Steps<Diagnostic[]> {
  const checker = new Checker(file, evaluation, text, options.editable ?? ((other) => !isInstalled(other)));
  const document = { file, evaluation, text };
  const part = loaded && checkedPart(loaded.config);
  const context = part && contextOf(document, loaded, part.config);
  const run = new RulesOfDocument(rules, document, context, settings, checker);
  for (const asked of askedOf(rules, settings, context)) {
    guarded(run, asked, options);
    yield;
  }
  const levelOfLimit = settings.rules[limit.id];
  if (part?.beyond && levelOfLimit !== 'off') checker.add(limit, rules.indexOf(limit), part.beyond, levelOfLimit);
  const order = rules.indexOf(unusedSuppression);
  // What needs rows that are still read may find something yet.
  const level = settings.rules[unusedSuppression.id];
  if (order >= 0 && level !== 'off' && !loaded?.surroundings.reads.pending)
    for (const finding of unusedFindings(
      checker.suppressionsOf(file),
      rules,
      (rule) => concerns(rule, context) && settings.rules[rule.id] !== 'off',
      file,
      text(file),
    ))
      checker.add(unusedSuppression, order, finding, level);
  return checker.sorted();
}

/** Where the syntax is broken: what was made of the text there is a guess, and what is wrong with it comes of the one fault. */
function misreadParts({ evaluation: { problems, language }, text }: TextOfDocument): Span[] {
  return problems.flatMap(({ kind, span }) => {
    if (kind !== 'syntax-error') return [];
    const whole = text(span.file);
    return { file: span.file, ...(language === 'python' ? partAround(whole, span.start) : { start: 0, end: whole.length }) };
  });
}

/** What is said of a dataset and a model that meet rests on the whole document, anything else on its place. */
function restsOn(misread: readonly Span[], file: FileId, rule: Rule, { span }: Finding): boolean {
  if (isAcrossDocuments(rule)) return true;
  return (rule.scope === 'document' || (rule.scope === 'task' && span.file !== file)) && misread.some((part) => encloses(part, span));
}

/** The one finding on a document that is not worked on. Its text is not looked at: comments that silence rules would be looked for in it. */
export function refusedDiagnostics(span: Span, message: string, settings: Settings): Diagnostic[] {
  const severity = settings.rules[limit.id] ?? limit.severity;
  return severity === 'off' ? [] : [{ rule: limit.id, severity, span, message, related: [], fixes: [], unnecessary: false }];
}

/** One rule's fault does not take the others down, where someone is there to be told. */
function guarded(run: RulesOfDocument, asked: AskedRule, { failed, around }: CheckOptions): void {
  try {
    // There are thousands of files and a hundred rules: no function is made for each of them unless somebody wants to know its time.
    if (around) around(asked.rule.id, () => run.look(asked));
    else run.look(asked);
  } catch (error) {
    if (!failed) throw error;
    failed(asked.rule.id, error);
  }
}

/** Asks rule after rule about one document. */
class RulesOfDocument {
  private readonly misread: readonly Span[];
  /** Where the rules so far have found errors. */
  private readonly seen: Span[] = [];
  /** Where errors are, in the bases too: found when somebody asks. */
  private errors: Span[] | undefined;

  constructor(
    private readonly rules: readonly Rule[],
    private readonly document: TextOfDocument,
    private readonly context: CheckContext | undefined,
    private readonly settings: Settings,
    private readonly checker: Checker,
  ) {
    this.misread = misreadParts(document);
  }

  look({ rule, order, level }: AskedRule): void {
    let own: Span[] | undefined;
    for (const finding of findingsOf(rule, this.document, this.context)) {
      if (isError(finding, rule)) (own ??= []).push(finding.span);
      if (this.misread.length > 0 && restsOn(this.misread, this.document.file, rule, finding)) continue;
      if (finding.unlessErrorIn) {
        // Such findings are rare, and only they need to know what is wrong in the bases.
        this.errors ??= errorsBefore(this.rules.slice(0, order), this.seen, this.document, this.context, this.settings);
        if (isExplained(finding.unlessErrorIn, this.errors)) continue;
        this.errors.push(finding.span);
      }
      this.checker.add(rule, order, finding, level);
    }
    if (own) pushAll(this.seen, own);
  }
}

function isExplained(places: readonly Span[], errors: readonly Span[]): boolean {
  return places.some((place) => errors.some((error) => encloses(place, error)));
}

/**
 * Where the given rules find errors, in the document and in its bases, silenced ones included.
 * @param seen what those of them that are not off have found in the document: where it rests on no other file, there is no more
 */
function errorsBefore(
  earlier: readonly Rule[],
  seen: readonly Span[],
  document: TextOfDocument,
  context: CheckContext | undefined,
  { rules: levels }: Settings,
): Span[] {
  const isAlone = document.evaluation.dependencies.size === 0;
  const asked = isAlone ? earlier.filter(({ id }) => levels[id] === 'off') : earlier;
  const found = errorsEverywhere(asked, document, context && { ...context, everywhere: true });
  return isAlone ? [...seen, ...found] : found;
}

function errorsEverywhere(asked: readonly Rule[], document: TextOfDocument, context: CheckContext | undefined): Span[] {
  return asked
    .filter((rule) => concerns(rule, context))
    .flatMap((rule) => [...findingsOf(rule, document, context)].filter((finding) => isError(finding, rule)).map(({ span }) => span));
}

function isError({ severity }: Finding, rule: Rule): boolean {
  return (severity ?? rule.severity) === 'error';
}

interface TextOfDocument {
  readonly file: FileId;
  readonly evaluation: Evaluation;
  readonly text: (file: FileId) => string;
}

/** All that rules look at, of one shape for all documents. */
function contextOf({ file, evaluation, text }: TextOfDocument, { framework, surroundings }: LoadedConfig, config: Config): CheckContext {
  return { file, evaluation, config, framework, surroundings, everywhere: false, text };
}

/** A rule that concerns a document and is not off. */
interface AskedRule {
  readonly rule: Rule;
  /** Its index among all rules. */
  readonly order: number;
  /** The severity of the settings, where they name the rule. */
  readonly level: Severity | undefined;
}

/** Those that a document is asked by, chosen once for all documents of a framework. */
function askedOf(rules: readonly Rule[], settings: Settings, context: CheckContext | undefined): readonly AskedRule[] {
  const chosen = chosenOf(rules)(settings);
  const id = context?.framework.id ?? '';
  let asked = chosen.get(id);
  if (!asked) chosen.set(id, (asked = chooseRules(rules, settings, context)));
  return asked;
}

const chosenOf = oncePer((_rules: readonly Rule[]) => oncePer((_settings: Settings) => new Map<string, readonly AskedRule[]>()));

function chooseRules(rules: readonly Rule[], { rules: levels }: Settings, context: CheckContext | undefined): AskedRule[] {
  return rules.flatMap((rule, order) => {
    const level = levels[rule.id];
    return level === 'off' || !concerns(rule, context) ? [] : [{ rule, order, level }];
  });
}

/** @param context undefined for a document that is no config of a framework */
function concerns(rule: Rule, context: CheckContext | undefined): boolean {
  if (rule.scope === 'text') return true;
  return context !== undefined && (rule.frameworks === 'all' || rule.frameworks.includes(context.framework.id));
}

/** Of a rule that concerns the document. */
function findingsOf(rule: Rule, document: TextOfDocument, context: CheckContext | undefined): Iterable<Finding> {
  if (rule.scope === 'text') return rule.check(document);
  return context ? rule.check(context) : [];
}

/** Collects findings as diagnostics of one document. */
class Checker {
  private readonly found = new Map<string, { readonly diagnostic: Diagnostic; readonly order: number }>();
  private readonly suppressions = new Map<FileId, Suppressions>();
  private readonly imports: ImportPlaces;

  constructor(
    private readonly file: FileId,
    private readonly evaluation: Evaluation,
    private readonly text: (file: FileId) => string,
    private readonly editable: (file: FileId) => boolean,
  ) {
    this.imports = new ImportPlaces(evaluation);
  }

  /** @param level the severity of the settings, where they name the rule */
  add(rule: Rule, order: number, finding: Finding, level: Severity | undefined): void {
    const severity = level ?? finding.severity ?? rule.severity;
    if (severity === 'off') return;
    const own = finding.span.file === this.file;
    if (!own && rule.scope === 'document') return;
    const span = own ? finding.span : this.imports.placeOf(finding.span.file);
    if (!span || this.suppressed(rule.id, span) || (!own && this.suppressed(rule.id, finding.span))) return;
    const { file, start, end } = finding.span;
    const key = JSON.stringify([rule.id, file, start, end, finding.message]);
    if (this.found.has(key)) return;
    const origin = own ? [] : [{ span: finding.span, message: say`the cause is written here` }];
    const diagnostic: Diagnostic = {
      rule: rule.id,
      severity,
      span,
      message: finding.message,
      related: unique([...origin, ...(finding.related ?? [])]),
      fixes: (finding.fixes ?? []).filter((fix) => this.mayApply(fix)),
      unnecessary: finding.unnecessary ?? false,
      ...(!own && (rule.scope === 'task' || rule.id === syntaxError.id) && { cause: finding.span }),
    };
    this.found.set(key, { diagnostic, order });
  }

  /** By place, then by rule, then by message: the same on every run. */
  sorted(): Diagnostic[] {
    return [...this.found.values()]
      .sort(
        (a, b) =>
          a.diagnostic.span.start - b.diagnostic.span.start || a.order - b.order || compareText(a.diagnostic.message, b.diagnostic.message),
      )
      .map(({ diagnostic }) => diagnostic);
  }

  private mayApply({ edits, rename }: Fix): boolean {
    const changed = [...edits.map(({ span }) => span.file), ...(rename ? [rename.from] : [])];
    return changed.every((file) => file === this.file || this.editable(file));
  }

  private suppressed(rule: string, span: Span): boolean {
    return this.suppressionsOf(span.file).covers(rule, span);
  }

  /** What the comments of a document silence. */
  suppressionsOf(file: FileId): Suppressions {
    let known = this.suppressions.get(file);
    if (!known) {
      known = new Suppressions(this.text(file), file === this.file ? this.evaluation.language : assumedLanguage(file));
      this.suppressions.set(file, known);
    }
    return known;
  }
}

function unique(related: readonly { readonly span: Span; readonly message: string }[]): Diagnostic['related'] {
  const seen = new Map(related.map((item) => [JSON.stringify([item.span.file, item.span.start, item.span.end, item.message]), item]));
  return [...seen.values()];
}
