import type { JinjaExpression, JinjaStatement, JinjaTemplate } from '../../../../jinja/syntax/jinja-ast.js';
import { TemplateFault } from '../../../../jinja/syntax/template-fault.js';
import { isPlain, looksLikeColumn, templateOf } from './template.js';

/** What a text starts or ends with: white space, anything else, nothing since it is empty; undefined where that is not known. */
export type Edge = 'space' | 'text' | 'empty' | undefined;
type Side = 'start' | 'end';

/** What a template prints at one side. A single word may be the name of a column, whose text is not known. */
export function edgeOf(text: string, side: Side): Edge {
  if (isPlain(text)) return looksLikeColumn(text) ? undefined : edgeOfText(text, side);
  const template = templateOf(text);
  return template instanceof TemplateFault ? undefined : edgeOfBody(template.body, template, side);
}

/** What a text that is no template has at one side. */
export function edgeOfText(text: string, side: Side): Edge {
  if (text === '') return 'empty';
  return (side === 'start' ? /^\s/ : /\s$/).test(text) ? 'space' : 'text';
}

function edgeOfBody(body: readonly JinjaStatement[], template: JinjaTemplate, side: Side): Edge {
  for (const statement of side === 'start' ? body : body.toReversed()) {
    const edge = edgeOfStatement(statement, template, side);
    if (edge !== 'empty') return edge;
  }
  return 'empty';
}

function edgeOfStatement(statement: JinjaStatement, template: JinjaTemplate, side: Side): Edge {
  switch (statement.type) {
    case 'Data':
      return edgeOfText(template.source.slice(statement.start, statement.end), side);
    case 'Print':
      return edgeOfExpression(statement.value, side);
    case 'If':
      return common([...statement.branches.map(({ body }) => body), statement.otherwise].map((body) => edgeOfBody(body, template, side)));
    case 'Set':
    case 'SetBlock':
    case 'Macro':
      return 'empty';
    default:
      return undefined;
  }
}

function edgeOfExpression(value: JinjaExpression, side: Side): Edge {
  switch (value.type) {
    case 'String':
      return edgeOfText(value.text, side);
    case 'Int':
    case 'Float':
    case 'Bool':
    case 'None':
    case 'List':
    case 'Tuple':
    case 'Dict':
      return 'text';
    case 'Binary':
      return value.op === '+' ? ofRow([value.left, value.right], side) : undefined;
    case 'Concat':
      return ofRow(value.parts, side);
    case 'Conditional':
      return common([edgeOfExpression(value.then, side), value.otherwise ? edgeOfExpression(value.otherwise, side) : 'empty']);
    default:
      return undefined;
  }
}

/** Of texts in a row. */
function ofRow(parts: readonly JinjaExpression[], side: Side): Edge {
  for (const part of side === 'start' ? parts : parts.toReversed()) {
    const edge = edgeOfExpression(part, side);
    if (edge !== 'empty') return edge;
  }
  return 'empty';
}

/** What all have in common. */
function common(edges: readonly Edge[]): Edge {
  return edges.every((edge) => edge === edges[0]) ? edges[0] : undefined;
}
