import { oneEdit } from '../../../checks/support/fixes.js';
import { nearest } from '../../../checks/support/nearest.js';
import { isNameSlip } from '../../../checks/support/slip.js';
import { say } from '../../../core/say.js';
import type { StrValue } from '../../../core/value.js';
import { tableOfType } from '../../../python/runtime/methods/tables.js';
import type { JinjaAttribute, JinjaExpression, JinjaTemplate } from '../../../jinja/syntax/jinja-ast.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { templateFields, type TemplateField } from './support/template-fields.js';
import type { Task } from './support/task.js';
import { taskRule } from './support/task-rule.js';
import { expressionsIn, isPlain, spanWithin, templateOf } from './support/template.js';

/** What the values of a row can be: what JSON and the types of the library datasets give. */
const types = ['str', 'list', 'dict', 'int', 'float', 'bytes', 'tuple', 'set'];

/** What other languages call a method of Python. */
const ofOthers: Readonly<Record<string, string>> = {
  trim: 'strip',
  trimStart: 'lstrip',
  trimEnd: 'rstrip',
  toLowerCase: 'lower',
  toUpperCase: 'upper',
  to_lower: 'lower',
  toLower: 'lower',
  lowercase: 'lower',
  lower_case: 'lower',
  toUpper: 'upper',
  uppercase: 'upper',
  upper_case: 'upper',
  to_upper: 'upper',
  startsWith: 'startswith',
  endsWith: 'endswith',
  replaceAll: 'replace',
  indexOf: 'index',
};

/** Methods of texts whose names are hardly those of columns. */
const onlyCalled = /^(?:strip|lstrip|rstrip|lower|upper|split|rsplit|splitlines|capitalize|startswith|endswith)$/;

/** A call of a method that no value of a row has (Python 3.10, jinja2 3.1 `environment.py`, `getattr`), and a method of a text that is not called. */
export const unknownMethod = taskRule(
  {
    id: 'unknown-method',
    title: 'A method that no value has, or that is not called',
    severity: 'error',
    fix: 'unsafe',
    prevents: "UndefinedError: 'str object' has no attribute, when the task is loaded",
  },
  function* (task, context): Iterable<Finding> {
    for (const field of templateFields(task)) {
      const template = isPlain(field.value.text) ? undefined : templateOf(field.value.text);
      if (template && !(template instanceof TemplateFault)) yield* inTemplate(task, context, field, template);
    }
  },
);

/** What `loop` has within a `for` (jinja2 3.1 `runtime.py`, `LoopContext`). */
const ofLoop: ReadonlySet<string> = new Set(
  'index index0 revindex revindex0 first last length cycle depth depth0 previtem nextitem changed'.split(' '),
);

function* strangeToLoop({ object, name, nameStart }: JinjaAttribute, value: StrValue, text: CheckContext['text']): Iterable<Finding> {
  if (object.type !== 'Name' || object.name !== 'loop' || ofLoop.has(name) || !/\{%-?\s*for\b/.test(value.text)) return;
  const span = spanWithin(value, nameStart, nameStart + name.length);
  const isWritten = text(span.file).slice(span.start, span.end) === name;
  const meant = nearest(name, ofLoop) ?? (/^(?:i|idx|count|counter|num|number)$/.test(name) ? 'index' : undefined);
  yield {
    span,
    severity: 'warning',
    message: say`The loop of Jinja has no ${name}: where this is reached, it raises UndefinedError.${meant === undefined ? '' : say` Did you mean ${meant}?`}`,
    fixes: oneEdit(say`Write ${meant ?? ''}`, false, isWritten && meant !== undefined ? { span, newText: meant } : undefined),
  };
}

function* inTemplate(task: Task, { text }: CheckContext, { key, value }: TemplateField, template: JinjaTemplate): Iterable<Finding> {
  const called = new Set<JinjaExpression>();
  for (const { node, conditional } of expressionsIn(template.body)) {
    if (node.type === 'Call') called.add(node.callee);
    if (node.type === 'Attribute') yield* strangeToLoop(node, value, text);
    if (node.type !== 'Attribute' || !isOfRow(node.object)) continue;
    const { name, nameStart } = node;
    if (called.has(node) ? lengths.has(name) : name === 'length') {
      yield length(node, value, called.has(node));
      continue;
    }
    const meant = called.has(node) ? methodMeant(name) : onlyCalled.test(name) ? `${name}()` : undefined;
    if (meant === undefined) continue;
    const span = spanWithin(value, nameStart, nameStart + name.length);
    const written = text(span.file).slice(span.start, span.end) === name;
    const consequence = called.has(node)
      ? say`No value has a method ${name}, which \`${key}\` calls: loading the task raises UndefinedError.`
      : say`\`${key}\` does not call ${name}: the model sees what Python prints for the method itself.`;
    yield {
      span,
      ...((conditional || makesRows(task) || !called.has(node)) && { severity: 'warning' }),
      message: consequence + say` Did you mean ${meant}?`,
      fixes: written ? [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }] : [],
    };
  }
}

/** What other languages call the method that tells how long a list or a text is. */
const lengths: ReadonlySet<string> = new Set(['size', 'length', 'len']);

/** The length of a list or a text as other languages have it. A mapping may have a key of that name. */
function length({ name, nameStart }: JinjaAttribute, value: StrValue, isCalled: boolean): Finding {
  return {
    span: spanWithin(value, nameStart, nameStart + name.length),
    severity: 'warning',
    message: isCalled
      ? say`Neither a list nor a text has a method ${name}: loading the task raises UndefinedError. Use the filter: \`| length\`.`
      : say`Neither a list nor a text has an attribute length: loading the task raises UndefinedError, or it is taken for nothing. Use the filter: \`| length\`.`,
  };
}

/** Not an object of Jinja itself (`loop.cycle`), or of a macro. */
function isOfRow(node: JinjaExpression): boolean {
  switch (node.type) {
    case 'Name':
      return !['loop', 'self', 'caller', 'namespace', 'cycler', 'joiner'].includes(node.name);
    case 'Attribute':
    case 'Item':
      return isOfRow(node.object);
    case 'Call':
      return node.callee.type === 'Attribute' && isOfRow(node.callee.object);
    default:
      return true;
  }
}

/** A function may put anything into a row. */
function makesRows(task: Task): boolean {
  return ['process_docs', 'custom_dataset'].some((key) => !task.lacks(key));
}

function methodMeant(name: string): string | undefined {
  if (types.some((type) => tableOfType(type)?.[name])) return undefined;
  if (Object.hasOwn(ofOthers, name)) return ofOthers[name];
  return types
    .flatMap((type) => Object.keys(tableOfType(type) ?? {}))
    .find((method) => !method.startsWith('_') && isNameSlip(name, method, 'some'));
}
