import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { parsePython } from '../syntax/parse.js';
import type { Expression } from '../syntax/tree/ast.js';
import { PlaceholderValue } from './placeholder.js';
import { EllipsisValue } from './objects.js';
import { keyOf, typeName } from './semantics.js';
import type { Span } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import {
  BoolValue,
  BytesValue,
  DictValue,
  FloatValue,
  IntValue,
  ListValue,
  NoneValue,
  SetValue,
  StrValue,
  TupleValue,
  UnknownValue,
  type DictEntry,
  type Value,
} from '../../core/value.js';
import { wholeOrUnknown } from './unknown-text.js';

/**
 * `ast.literal_eval(text)` of CPython 3.11. Strings inside keep the origins of the text.
 * @throws PyError SyntaxError, ValueError for what is no literal, TypeError for an unhashable member
 */
export function literalEval(text: StrValue): Value {
  if (text instanceof PlaceholderValue) return text;
  const whole = wholeOrUnknown(text);
  if (whole.kind === 'unknown') {
    if (beginsAsNoExpression(text.traced)) throw syntaxError('invalid syntax', text.span);
    return whole;
  }
  const indent = /^[ \t]*/.exec(text.text)![0].length;
  const source = text.traced.slice(indent);
  const { body, errors } = parsePython('', source.text);
  const [statement, ...more] = body;
  const problem = errors.find(({ limit }) => !limit);
  if (errors.some(({ limit }) => limit))
    return new UnknownValue(say`the text is too long or too deep to be read as a Python literal`, text.span);
  if (problem || statement?.type !== 'ExpressionStatement' || more.length > 0)
    throw syntaxError(problem?.message ?? 'invalid syntax', text.span);
  return new Reader(source, text.span).read(statement.value);
}

/** Whether a text of which a part is unknown is no expression whatever stands there: a name with a colon (`Q: …`). */
function beginsAsNoExpression(text: TracedText): boolean {
  let known = '';
  for (const { start, piece } of text.located()) {
    if (piece.origin.kind === 'unknown') break;
    known = text.text.slice(0, start + piece.length);
  }
  return /^[ \t]*(?!lambda\b)[A-Za-z_]\w*[ \t]*:/.test(known);
}

function syntaxError(message: string, span: Span): PyError {
  return new PyError(message.startsWith('unexpected indent') ? 'IndentationError' : 'SyntaxError', message, span);
}

class Reader {
  constructor(
    private readonly source: TracedText,
    private readonly span: Span,
  ) {}

  read(node: Expression): Value {
    switch (node.type) {
      case 'Constant':
        return this.constant(node.value);
      case 'String':
        return new StrValue(this.traced(node.traced), this.span);
      case 'Bytes':
        return new BytesValue(node.bytes, this.span);
      case 'Tuple':
        return new TupleValue(
          node.elements.map((element) => this.read(element)),
          this.span,
        );
      case 'List':
        return new ListValue(
          node.elements.map((element) => this.read(element)),
          this.span,
        );
      case 'Set':
        return new SetValue(new Map(node.elements.map((element) => this.read(element)).map((item) => [this.hash(item), item])), this.span);
      case 'Call':
        return this.emptySet(node);
      case 'Dict':
        return this.dict(node.entries);
      case 'Missing':
        return new UnknownValue(node.reason ?? say`the text cannot be read as a Python literal`, this.span);
      default:
        return this.number(node, true);
    }
  }

  private constant(name: 'None' | 'True' | 'False' | 'Ellipsis'): Value {
    if (name === 'None') return new NoneValue(this.span);
    return name === 'Ellipsis' ? new EllipsisValue(this.span) : new BoolValue(name === 'True', this.span);
  }

  /** Numbers, with a sign; a sum of a number and an imaginary one is a complex number, which no prompt knows what to do with. */
  private number(node: Expression, signed: boolean): Value {
    if (node.type === 'Int') return new IntValue(node.value, this.span);
    if (node.type === 'Float') return new FloatValue(node.value, this.span);
    if (node.type === 'Complex') return new UnknownValue(say`complex numbers are not modelled`, this.span);
    if (node.type === 'UnaryOperation' && signed && (node.op === '-' || node.op === '+'))
      return this.withSign(node.op, this.number(node.operand, false));
    if (node.type === 'BinaryOperation' && (node.op === '+' || node.op === '-') && node.right.type === 'Complex')
      return this.number(node.right, false);
    throw this.malformed();
  }

  private withSign(sign: '-' | '+', value: Value): Value {
    if (sign === '+') return value;
    if (value.kind === 'int') return new IntValue(-value.value, this.span);
    return value.kind === 'float' ? new FloatValue(-value.value, this.span) : value;
  }

  private emptySet(node: Extract<Expression, { type: 'Call' }>): Value {
    if (node.callee.type !== 'Name' || node.callee.name !== 'set' || node.positional.length > 0 || node.keywords.length > 0)
      throw this.malformed();
    return new SetValue(new Map(), this.span);
  }

  private dict(entries: Extract<Expression, { type: 'Dict' }>['entries']): DictValue {
    const made = new Map<string, DictEntry>();
    for (const { key, value } of entries) {
      // What `**` spreads has no key.
      if (!key) throw this.malformed(': None');
      const name = this.read(key);
      made.set(this.hash(name), { key: name, value: this.read(value), keySpan: this.span, valueSpan: this.span });
    }
    return new DictValue(this.span, 'dict', () => made);
  }

  private hash(value: Value): string {
    if (value.kind === 'list' || value.kind === 'dict' || value.kind === 'set')
      throw new PyError('TypeError', `unhashable type: '${typeName(value)}'`, this.span);
    return keyOf(value);
  }

  /** @param of the object that is none of a literal, where that is told without its address in memory */
  private malformed(of = ''): PyError {
    return new PyError(
      'ValueError',
      `malformed node or string${of}`,
      this.span,
      `${JSON.stringify(shortened(this.source.text))} is not a Python literal.`,
    );
  }

  /** A string of the source with the origins that its characters have there. */
  private traced(literal: TracedText): TracedText {
    const parts = [...literal.located()].map(({ start, piece: { origin, length } }) => {
      if (origin.kind !== 'source') return literal.slice(start, start + length);
      const from = this.source.slice(origin.span.start, origin.span.end);
      return origin.exact ? from : from.recomputed(literal.text.slice(start, start + length));
    });
    return parts.length === 0 ? TracedText.empty : TracedText.join(parts);
  }
}

function shortened(text: string): string {
  return text.length > 60 ? text.slice(0, 60) + '…' : text;
}
