import type { StrValue } from '../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../face/rule.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import { commonColumns } from '../values/known-columns.js';
import { documentColumns, usesIn } from './support/columns.js';
import { namesAround } from './support/names-around.js';
import { templateFields } from './support/template-fields.js';
import { tagsAndWords } from './support/tags-and-words.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, spanWithin, statementsOf, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

const inBraces = /(?<![\\{\w^_$}｛])\{([A-Za-z_]\w*)\}(?![}｝])/g;
/** With a blank on either side: only of a column that the task or very many datasets have. */
const inBlanks = /(?<![\\{\w^_$}｛])\{[ \t]([A-Za-z_]\w*)[ \t]\}(?![}｝])/g;

/** Single braces, as other frameworks write columns (lm-evaluation-harness 0.4.13 `utils.py`: templates are Jinja). */
export const singleBrace = taskRule(
  {
    id: 'single-brace',
    title: 'A column in single braces',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The model sees the braces and the name in place of the document',
  },
  function* (task, context): Iterable<Finding> {
    for (const { key, value } of templateFields(task)) {
      yield* halfTags(context, key, value);
      yield* bracesApart(context, key, value);
      yield* remarks(task, context, key, value);
      yield* wideBraces(task, context, key, value);
      yield* dollars(task, context, key, value);
      yield* otherNotation(task, context, key, value);
      yield* strayBraces(task, context, key, value);
      yield* partsInBraces(task, key, value);
      const all = isPlain(value.text) ? [...value.text.matchAll(inBraces), ...withBlanks(task, value.text)] : amongTags(task, value.text);
      const found = all.filter(({ index }) => !/\{[ \t]+$/.test(value.text.slice(0, index)));
      const first = found[0];
      if (!first) continue;
      yield {
        span: spanWithin(value, first.index, first.index + first[0].length),
        message: say`\`${key}\` has ${first[0]} in single braces, which Jinja leaves as it is: the model sees the braces and the name. Write {{${first[1]!}}}.`,
        fixes: doubleBraces(context, value, found),
      };
    }
  },
);

const apart = /(?<![{%$\\\w}])\{[ \t]+\{[ \t]*([A-Za-z_]\w{2,})[ \t]*\}[ \t]+\}(?!\})/g;

/** `{ {question} }`: the braces of Jinja with blanks between them. */
function* bracesApart(context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  if (templateOf(value.text) instanceof TemplateFault) return;
  for (const { 0: all, 1: name, index } of value.text.matchAll(apart)) {
    const span = spanWithin(value, index, index + all.length);
    const isWritten =
      context.text(span.file).slice(span.start, span.end) === all && /["'|>]/.test(context.text(value.span.file)[value.span.start] ?? '');
    yield {
      span,
      message: say`\`${key}\` has ${all}, with blanks between the braces, which Jinja leaves as it is: the model sees the braces and the name. Write {{${name!}}}.`,
      fixes: isWritten ? [{ title: say`Write double braces`, safe: false, edits: [{ span, newText: `{{${name!}}}` }] }] : [],
    };
  }
}

/** A comment of one word, without the blanks that everybody writes around one. */
const remark = /\{#([A-Za-z_]\w*)#\}/g;

/** `{#question#}`: a comment to Jinja; of what the task or very many datasets have for a column, and the text does not use. */
function* remarks(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  if (!value.text.includes('#}') || templateOf(value.text) instanceof TemplateFault) return;
  const [used, own] = [usedColumns(task), new Set(usesIn(value.text).map(({ name }) => name))];
  const found = [...value.text.matchAll(remark)].filter(({ 1: name }) => used.has(name!) && !own.has(name!));
  const first = found[0];
  if (!first) return;
  yield {
    span: spanWithin(value, first.index, first.index + first[0].length),
    message: say`\`${key}\` has ${first[0]}, which is a comment to Jinja: nothing stands in its place. Write {{${first[1]!}}}.`,
    fixes: doubleBraces(context, value, found),
  };
}

/** Braces of the width of Chinese characters. */
const wide = /[｛{]{1,2}[ \t]*([A-Za-z_]\w*)[ \t]*[｝}]{1,2}/g;

/** `｛｛question｝｝`, as Chinese input methods write braces; of single ones only of what the task or very many datasets have for a column. */
function* wideBraces(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  if (!/[｛｝]/.test(value.text) || templateOf(value.text) instanceof TemplateFault) return;
  const used = usedColumns(task);
  const found = [...value.text.matchAll(wide)].filter(
    ({ 0: all, 1: name }) => /[｛｝]/.test(all) && (/^[｛{]{2}.*[｝}]{2}$/.test(all) || used.has(name!)),
  );
  const first = found[0];
  if (!first) return;
  yield {
    span: spanWithin(value, first.index, first.index + first[0].length),
    message: say`\`${key}\` has ${first[0]} in full-width braces, which Jinja leaves as they are: the model sees the braces and the name. Write {{${first[1]!}}}.`,
    fixes: doubleBraces(context, value, found),
  };
}

/** `{question.strip()}`, `{choices[0]}` */
const partInBraces = /(?<![\\{\w^_$])\{([A-Za-z_]\w*)(?:\.[A-Za-z_]\w*(?:\([^(){}]*\))?|\[(?:\d+|'[^'{}]*'|"[^"{}]*")\])+\}(?!\})/;

/** Parts and methods of a column in single braces, as in f-strings, in a text without any Jinja. */
function* partsInBraces(task: Task, key: string, value: StrValue): Iterable<Finding> {
  const found = /^doc_to_(?:text|target)$/.test(key) && isPlain(value.text) ? partInBraces.exec(value.text) : null;
  if (!found || !usedColumns(task).has(found[1]!)) return;
  yield {
    span: spanWithin(value, found.index, found.index + found[0].length),
    message: say`\`${key}\` has ${found[0]} in single braces, which Jinja leaves as it is: the model sees the braces and the name. Write {${found[0]}}.`,
    fixes: [],
  };
}

/** What a variable is followed by in `{{question}}}`. */
const overClosed = /(?<!\{)\{\{([^{}\n]+)\}\}\}(?!\})/g;

/** An expression that only lacks its first brace: `{answer[27:]}}`. */
const halfExpression = /(?<![\\{\w^_$}])\{([ \t]*(?:[A-Za-z_]\w*|\[[^{}[\]\n]{0,200}\])(?:[ \t]*[.[(|+~][^{}]{0,200})?)\}\}(?!\})/g;

/** Of so many braces in a text it is looked at what stands before them, which is long. */
const mostJudged = 200;

/** A brace too few in front of a column or an expression, or one too many behind a column. */
function* strayBraces(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  const { text } = value;
  if (!text.includes('}}') || templateOf(text) instanceof TemplateFault) return;
  let used: ReadonlySet<string> | undefined;
  let open: number | undefined;
  let left = mostJudged;
  for (const match of [...text.matchAll(halfExpression), ...text.matchAll(overClosed)]) {
    const { 0: all, 1: inner = '', index } = match;
    const name = inner.trim();
    const isOver = all.startsWith('{{');
    used ??= usedColumns(task);
    open ??= openBraces(text);
    if (!isOver && !used.has(name) && !(open < 0 && (isExpression(name) || isOneOfSeveral(name, used)))) continue;
    if (left-- === 0) return;
    // Beside other braces it may be JSON that the model is shown.
    if (isOver ? isInObject(text, index) : isInTag(text, index)) continue;
    yield {
      span: spanWithin(value, index, index + all.length),
      message: isOver
        ? say`\`${key}\` has ${all}, with a brace too many: the model sees it behind the column. Write {{${name}}}.`
        : say`\`${key}\` has ${all}, with a brace too few in front, which Jinja leaves as it is: the model sees the braces and the name. Write {{${name}}}.`,
      fixes: doubleBraces(context, value, [match]),
    };
  }
}

/** How many braces more are opened than closed outside of tags: of LaTeX and JSON as many as are closed. */
function openBraces(text: string): number {
  const words = text.replaceAll(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '');
  return (words.match(/\{/g) ?? []).length - (words.match(/\}/g) ?? []).length;
}

/** A name of some letters, or what Jinja reads. */
function isExpression(inner: string): boolean {
  return /^\w+$/.test(inner) ? inner.length > 2 : !(templateOf(`{{${inner}}}`) instanceof TemplateFault);
}

/** Whether a brace is open before an offset that the third one may close. */
function isInObject(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2000), at).replaceAll(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '');
  return (before.match(/\{/g) ?? []).length > (before.match(/\}/g) ?? []).length;
}

function isInTag(text: string, at: number): boolean {
  const before = text.slice(0, at);
  return before.lastIndexOf('{{') > before.lastIndexOf('}}') || before.lastIndexOf('{%') > before.lastIndexOf('%}');
}

/** A column as other tools write it. A tag that is closed somewhere is one that the model reads. */
const foreign = /%\(([A-Za-z_]\w*)\)s|(?<![<\w/])<([A-Za-z_]\w*)>|\[\[([A-Za-z_]\w*)\]\]|(?<![\\$\w])\$([A-Za-z_]\w{2,})\b(?![$}^_\\])/g;

/**
 * `<question>`, `[[question]]`, `$question`: of a text that has nothing else of the document, or of a column that other tasks of the same documents have in braces, and this one has not;
 * `%(question)s` of any.
 */
function* otherNotation(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  const { text } = value;
  if (!/^doc_to_(?:text|target)$/.test(key) || !/[%<[$]/.test(text) || templateOf(text) instanceof TemplateFault) return;
  const used = usedColumns(task);
  const isOfKin = (name: string): boolean =>
    !namesUsed(task).has(name) &&
    namesAround(context)
      .kin()
      .some(({ names, samePart }) => samePart && names.has(name));
  for (const match of text.matchAll(foreign)) {
    const name = match.slice(1).find((one) => one !== undefined)!;
    if (text.includes(`</${name}>`)) continue;
    if (!(used.has(name) && (isPlain(text) || match[1] !== undefined)) && !isOfKin(name)) continue;
    if (documentColumns(task, context)?.has(name) === false) continue;
    yield {
      span: spanWithin(value, match.index, match.index + match[0].length),
      message: say`\`${key}\` has ${match[0]}, of which Jinja fills nothing in: the model sees it as it stands. Write {{${name}}}.`,
      fixes: [],
    };
    return;
  }
}

const inDollars = /(?<![\\$\w])\$\{([A-Za-z_]\w*)\}(?![}$^_])/g;

/** `${question}`, as shells and JavaScript write it: only of what the task or its neighbours use for a column, the documents or very many datasets have. */
function* dollars(task: Task, context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  if (!value.text.includes('${') || templateOf(value.text) instanceof TemplateFault) return;
  const used = usedColumns(task);
  const rows = documentColumns(task, context);
  const around = namesAround(context);
  const isColumn = (name: string): boolean =>
    rows?.has(name) ?? (used.has(name) || isCapitalized(name) || [...around.columns()].includes(name));
  const found = [...value.text.matchAll(inDollars)].filter(({ 1: name }) => isColumn(name!));
  const first = found[0];
  if (!first) return;
  yield {
    span: spanWithin(value, first.index, first.index + first[0].length),
    message: say`\`${key}\` has ${first[0]}, of which Jinja fills nothing in: the model sees the sign, the braces and the name. Write {{${first[1]!}}}.`,
    fixes: doubleBraces(context, value, found),
  };
}

/** A column of very many datasets as a title. */
function isCapitalized(name: string): boolean {
  return /^[A-Z][a-z]/.test(name) && commonColumns.includes(name.toLowerCase());
}

/** The names that the templates of a task use, and those that very many datasets have. */
function usedColumns(task: Task): Set<string> {
  return new Set([...commonColumns, ...namesUsed(task)]);
}

function namesUsed(task: Task): Set<string> {
  return new Set(templateFields(task).flatMap(({ value }) => usesIn(value.text).map(({ name }) => name)));
}

const halfTag = /(?<![{%])\{(?:[ \t]+%)?(?=[ \t]*(?:if|elif|else|endif|for|endfor|set|endset)\b[^{}%]*%\})/g;

/** `{ set x = 1 %}` and `{ % set x = 1 %}`: a tag without its percent sign in front, or with a blank before it. What ends a block that was opened is told by Jinja itself. */
function* halfTags(context: CheckContext, key: string, value: StrValue): Iterable<Finding> {
  if (templateOf(value.text) instanceof TemplateFault) return;
  for (const { 0: begin, index } of value.text.matchAll(halfTag)) {
    const span = spanWithin(value, index, index + begin.length);
    const written =
      context.text(span.file).slice(span.start, span.end) === begin && /["'|>]/.test(context.text(value.span.file)[value.span.start] ?? '');
    yield {
      span,
      message: say`\`${key}\` has a tag that begins with ${begin} in place of {%, which Jinja leaves as it is: the model sees it.`,
      fixes: written ? [{ title: say`Write {%`, safe: false, edits: [{ span, newText: '{%' }] }] : [],
    };
  }
}

function withBlanks(task: Task, text: string): RegExpExecArray[] {
  const found = [...text.matchAll(inBlanks)];
  if (found.length === 0) return found;
  const used = usedColumns(task);
  return found.filter(({ 1: name }) => used.has(name!));
}

/** Beside tags of Jinja braces may be meant as they are: only a column that the task or very many datasets have counts, and a name of several words. */
function amongTags(task: Task, text: string): RegExpExecArray[] {
  const template = templateOf(text);
  if (template instanceof TemplateFault || !tagsAndWords(text).words.includes('{')) return [];
  const used = usedColumns(task);
  const data = [...statementsOf(template.body)].filter(({ type }) => type === 'Data');
  return [...text.matchAll(inBraces), ...withBlanks(task, text)].filter(({ 0: all, 1: name, index }) => {
    const within = data.some(({ start, end }) => start <= index && index + all.length <= end);
    return within && (used.has(name!) || isOneOfSeveral(name!, used) || /^[a-z]{2,}(?:_[a-z]{2,})+$/.test(name!));
  });
}

/** `choice3` where the task uses `choice1`, `option_B` where it uses `option_A`, `C` where it uses `A` and `B`. */
function isOneOfSeveral(name: string, used: ReadonlySet<string>): boolean {
  if (/^[A-Z]$/.test(name)) return [...used].filter((one) => /^[A-Z]$/.test(one)).length > 1;
  const stem = /^([A-Za-z_]{3,})\d$/.exec(name)?.[1] ?? /^([a-z]{3,}_)[A-Z]$/.exec(name)?.[1];
  return stem !== undefined && [...used].some((one) => one.length === name.length && one.startsWith(stem) && /[\dA-Z]$/.test(one));
}

/** Doubles all braces, where each stands in the document as it is. */
function doubleBraces({ text }: CheckContext, value: StrValue, found: readonly RegExpExecArray[]): Fix[] {
  const source = text(value.span.file);
  // In a plain scalar double braces at the start would be a mapping.
  if (!/["'|>]/.test(source[value.span.start] ?? '')) return found.length > 0 && !value.text.includes('\n') ? [inQuotes(value, found)] : [];
  const edits = found.map((match) => ({
    span: spanWithin(value, match.index, match.index + match[0].length),
    newText: `{{${match[1]!}}}`,
  }));
  if (edits.some(({ span }, index) => source.slice(span.start, span.end) !== found[index]![0])) return [];
  return [{ title: say`Write double braces`, safe: false, edits }];
}

function inQuotes(value: StrValue, found: readonly RegExpExecArray[]): Fix {
  const doubled = found
    .toReversed()
    .reduce((result, match) => `${result.slice(0, match.index)}{{${match[1]!}}}${result.slice(match.index + match[0].length)}`, value.text);
  return { title: say`Write double braces`, safe: false, edits: [{ span: value.span, newText: JSON.stringify(doubled) }] };
}
