import { LimitError, PyError } from '../core/errors.js';
import { UnknownSignal } from '../python/runtime/unknown-signal.js';
import { typeName } from '../python/runtime/semantics.js';
import { RecentMap } from '../core/recent-map.js';
import { say } from '../core/say.js';
import type { Span } from '../core/span.js';
import { TracedText } from '../core/traced-text.js';
import type { DictValue } from '../core/value.js';
import type { JinjaTemplate } from './syntax/jinja-ast.js';
import { checkConstants } from './interpreter/check-constants.js';
import { checkTemplate } from './analysis/check-template.js';
import { checkDepth } from './analysis/depth.js';
import { taskEnvironment } from './runtime/jinja-environment.js';
import { renderBody } from './interpreter/execute.js';
import { TemplateFault, TemplateTooLong } from './syntax/template-fault.js';
import { tokenize } from './syntax/lexer.js';
import { StatementParser } from './syntax/parse-statement.js';
import { RenderBudget } from './runtime/render-budget.js';
import { Rendering, placeOf, type Compiled, type JinjaEnvironment, type Variables } from './runtime/rendering.js';
import { RowValues, type RowPlace } from './runtime/row-values.js';
import { hiddenNames } from './analysis/hidden-names.js';
import { mostTokens, TokenStream } from './syntax/jinja-tokens.js';

export type { JinjaTemplate } from './syntax/jinja-ast.js';
export type { JinjaEnvironment, Variables } from './runtime/rendering.js';
export type { RowPlace } from './runtime/row-values.js';
export { TemplateFault, TemplateTooLong } from './syntax/template-fault.js';
export { RenderBudget } from './runtime/render-budget.js';
export { usesOf, type Use } from './analysis/uses.js';
export { wordsOf, type JinjaWord } from './analysis/template-words.js';

/** Templates that were parsed, or what was wrong with them, by their environment and text. */
const caches = new WeakMap<JinjaEnvironment, RecentMap<string, Compiled | TemplateFault>>();
/** UTF-16 units of templates that are kept, some 15 MB: more than all tasks of the harness hold in templates that are not the same. */
const mostKept = 1_000_000;
/** What a template of no length weighs. */
const leastWeight = 100;

/** The longest template of all is kept too, alone: each rule asks for it. */
function weigh(text: string): number {
  return Math.min(mostKept, leastWeight + text.length);
}

function compiled(environment: JinjaEnvironment, source: string): Compiled {
  let cache = caches.get(environment);
  if (!cache) caches.set(environment, (cache = new RecentMap(mostKept, weigh)));
  const result = cache.getOr(source, () => compile(environment, source));
  if (result instanceof TemplateFault) throw result;
  return result;
}

function compile(environment: JinjaEnvironment, source: string): Compiled | TemplateFault {
  try {
    const template: JinjaTemplate = {
      source,
      body: new StatementParser(source, new TokenStream(tokenize(source, environment)), environment.tags).parseBody(),
    };
    checkDepth(template.body);
    checkTemplate(template.body);
    const made: Compiled = { environment, template, hidden: hiddenNames(template.body) };
    checkConstants(made);
    return made;
  } catch (error) {
    if (error instanceof TemplateFault) return withoutStack(error);
    if (error instanceof RangeError)
      return withoutStack(new TemplateFault('RecursionError', 'maximum recursion depth exceeded', 0, source.length));
    throw error;
  }
}

/** A stack trace would keep the parser and all its tokens in memory as long as the fault is kept. */
function withoutStack(fault: TemplateFault): TemplateFault {
  fault.stack = fault.message;
  return fault;
}

/**
 * Parses a template of a task, as `Environment.from_string` of lm-evaluation-harness 0.4.13 `utils.py` does with jinja2 3.1. Offsets in the
 * result are UTF-16 offsets into `source`. Remembered by its text.
 * @throws TemplateFault (a PyError) TemplateSyntaxError, TemplateAssertionError, with `start` and `end` in `source`
 */
export function parseTemplate(source: string): JinjaTemplate {
  return compiled(taskEnvironment, source).template;
}

/**
 * What a template of a task makes of a document: jinja2 3.1 with StrictUndefined, keep_trailing_newline and the harness's own filter, where
 * the document's columns are the variables. Text of the template keeps its origins; what comes of a column has an origin of kind `row` with
 * the expression as its `placeholder`. What cannot be known is a piece of kind `unknown`; where it decides which way to go, or a limit of the
 * renderer is reached, the whole text is one such piece.
 * @param row which row the document is, for origins
 * @param budget shared with the other templates of a prompt; absent: this template has one of its own
 * @throws PyError UndefinedError, TemplateSyntaxError or whatever the real renderer raises, with its place in the document where one is known
 */
export function renderTemplate(
  source: TracedText,
  doc: DictValue,
  row: RowPlace = { split: 'test', index: 0 },
  budget?: RenderBudget,
): TracedText {
  checkColumns(doc);
  return renderIn(taskEnvironment, source, new RowValues(doc, row), budget);
}

/** Reads a template of another environment. @throws TemplateFault with its place in the document */
export function checkIn(environment: JinjaEnvironment, source: TracedText): void {
  placedCompiled(environment, source);
}

/** As `renderTemplate`, in another environment and with variables of any kind. */
export function renderIn(environment: JinjaEnvironment, source: TracedText, variables: Variables, budget = new RenderBudget()): TracedText {
  let rendering: Rendering | undefined;
  try {
    rendering = new Rendering(source, placedCompiled(environment, source), variables, budget);
    return renderBody(rendering, rendering.compiled.template.body);
  } catch (error) {
    if (error instanceof TemplateTooLong) return hole(error.text, error.span);
    if (error instanceof PyError) throw rendering ? withPlace(error, rendering.span) : error;
    if (error instanceof UnknownSignal) return hole(error.value.reason, error.value.span);
    if (error instanceof LimitError) return hole(error.message, error.span);
    if (error instanceof RangeError) return hole(say`This template is nested deeper than is followed here.`, rendering?.span);
    throw error;
  }
}

function placedCompiled(environment: JinjaEnvironment, source: TracedText): Compiled {
  try {
    return compiled(environment, source.text);
  } catch (error) {
    if (error instanceof TemplateFault) throw withPlace(error, placeOf(source, error));
    throw error;
  }
}

/** The columns are keyword arguments: they must be strings, and none may be called `self`. */
function checkColumns(doc: DictValue): void {
  for (const { key } of doc.entries.values()) {
    if (key.kind === 'unknown') continue;
    if (key.kind !== 'str') throw new PyError('TypeError', `keywords must be strings, not ${typeName(key)}`);
    if (key.text === 'self') throw new PyError('TypeError', "Template.render() got multiple values for argument 'self'");
  }
}

function withPlace(error: PyError, span: Span): PyError {
  const place = span.file === '' ? undefined : span;
  if (error instanceof TemplateTooLong) return new TemplateTooLong(mostTokens, error.start, error.end, place);
  if (error instanceof TemplateFault) return new TemplateFault(error.type, error.text, error.start, error.end, place);
  return new PyError(error.type, error.text, place, error.reason);
}

function hole(reason: string, span: Span | undefined): TracedText {
  return TracedText.of('⟨unknown⟩', { kind: 'unknown', reason, ...(span && { span }) });
}
