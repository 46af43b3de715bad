import type { JinjaExpression, JinjaStatement } from '../../../jinja/syntax/jinja-ast.js';
import { TemplateFault } from '../../../jinja/syntax/template-fault.js';
import type { Finding } from '../../face/rule.js';
import { oneEdit, prependToString } from '../../../checks/support/fixes.js';
import { taskRule } from './support/task-rule.js';
import { isPlain, templateOf } from './support/template.js';
import { say } from '../../../core/say.js';

/** A question that is a number beside choices: it is taken for the index of one (lm-evaluation-harness 0.4.13 `api/task.py`, `doc_to_text`). */
export const digitText = taskRule(
  {
    id: 'digit-text',
    title: 'A question that is only digits',
    severity: 'warning',
    fix: 'unsafe',
    prevents: 'The choices become the questions, and the target becomes what is scored',
  },
  function* (task, context): Iterable<Finding> {
    const text = task.given('doc_to_text');
    if (
      !text ||
      !task.given('doc_to_choice') ||
      !(text.value.kind === 'int' || (text.value.kind === 'str' && printsDigits(text.value.text)))
    )
      return;
    yield {
      span: text.keySpan,
      message: say`A text of digits beside \`doc_to_choice\` is the index of the right choice: each choice becomes a question of its own, and \`doc_to_target\` is what is scored. If the number is the question, put a word in front of it.`,
      fixes: text.value.kind === 'str' ? oneEdit(say`Put "${word}" in front`, false, prependToString(context, text.value, word)) : [],
    };
  },
);

const word = 'Question: ';

function printsDigits(text: string): boolean {
  if (isPlain(text)) return /^\d+$/.test(text);
  const template = templateOf(text);
  return !(template instanceof TemplateFault) && onlyDigits(template.body, text);
}

/** Whether all that can be printed is certainly made of digits, and something is. */
function onlyDigits(body: readonly JinjaStatement[], source: string): boolean {
  if (body.length === 0) return false;
  return body.every((statement) => {
    if (statement.type === 'Data') return /^\d+$/.test(source.slice(statement.start, statement.end));
    if (statement.type === 'Print') return isIndex(statement.value);
    if (statement.type === 'If')
      return [...statement.branches.map((branch) => branch.body), statement.otherwise].every((part) => onlyDigits(part, source));
    return false;
  });
}

function isIndex(value: JinjaExpression): boolean {
  switch (value.type) {
    case 'Int':
      return value.value >= 0n;
    case 'Filter':
      return value.name === 'length' || value.name === 'count';
    case 'Call':
      return value.callee.type === 'Attribute' && value.callee.name === 'index';
    case 'Conditional':
      return isIndex(value.then) && value.otherwise !== undefined && isIndex(value.otherwise);
    default:
      return false;
  }
}
