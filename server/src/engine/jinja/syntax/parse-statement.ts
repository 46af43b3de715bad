import type {
  JinjaAt,
  Block,
  JinjaCall,
  CallBlock,
  JinjaExpression,
  Filter,
  JinjaFor,
  JinjaIf,
  JinjaLoad,
  Macro,
  JinjaParameter,
  JinjaStatement,
} from './jinja-ast.js';
import { assertionError, templateSyntaxError } from './template-fault.js';
import { ExpressionParser } from './parse-expression.js';
import { describeExpected, type JinjaToken } from './jinja-tokens.js';

const unassignable: Readonly<Record<JinjaExpression['type'], string | undefined>> = {
  String: 'const',
  Int: 'const',
  Float: 'const',
  Bool: 'const',
  None: 'const',
  Name: undefined,
  NamespaceRef: undefined,
  Tuple: 'tuple',
  List: 'list',
  Dict: 'dict',
  Attribute: 'getattr',
  Item: 'getitem',
  Slice: 'slice',
  Call: 'call',
  Filter: 'filter',
  Test: 'test',
  Unary: 'not',
  Binary: 'add',
  Concat: 'concat',
  Compare: 'compare',
  And: 'and',
  Or: 'or',
  Conditional: 'condexpr',
};

/** Reads statements as jinja2 3.1 `parser.py` does. Every method throws TemplateFault. */
export class StatementParser extends ExpressionParser {
  /** The statements that are open, innermost last, and what may close each: for error texts. */
  private readonly open: string[] = [];
  private readonly closers: (readonly string[])[] = [];

  constructor(
    private readonly source: string,
    stream: ExpressionParser['stream'],
    /** Tags of the environment's own. */
    private readonly tags: Readonly<Record<string, ParseStatement>> = {},
  ) {
    super(stream);
  }

  /** Statements and text up to one of `closers`, on which the stream then stands, or to the end of the template. */
  parseBody(closers?: readonly string[]): JinjaStatement[] {
    const body: JinjaStatement[] = [];
    if (closers) this.closers.push(closers);
    for (;;) {
      const token = this.stream.current;
      if (token.type === 'eof') break;
      this.stream.next();
      if (token.type === 'data') body.push({ type: 'Data', start: token.start, end: token.end });
      else if (token.type === 'variable_begin') {
        const value = this.parseTuple();
        this.stream.expect('variable_end');
        body.push({ type: 'Print', value, ...this.from(token.start) });
      } else {
        if (closers?.some((closer) => this.stream.is(closer))) break;
        body.push(...this.parseStatement(token));
        this.stream.expect('block_end');
      }
    }
    if (closers) this.closers.pop();
    return body;
  }

  private parseStatement(begin: JinjaToken): JinjaStatement[] {
    const token = this.stream.current;
    if (token.type !== 'name') throw templateSyntaxError('tag name expected', token);
    const table = Object.hasOwn(this.tags, token.value) ? this.tags : parsers;
    const parse = Object.hasOwn(table, token.value) ? table[token.value] : undefined;
    if (!parse) throw this.unexpectedTag(token.value, token);
    this.open.push(token.value);
    this.stream.next();
    const parsed = parse(this, begin.start);
    this.open.pop();
    return Array.isArray(parsed) ? parsed : [parsed];
  }

  /** The error for a tag that does not belong here, or, without a name, for the end of the template. */
  private unexpectedTag(name: string | undefined, at: JinjaAt, also?: readonly string[]): Error {
    const stack = also ? [...this.closers, also] : this.closers;
    const looking = stack
      .at(-1)
      ?.map((closer) => `'${describeExpected(closer)}'`)
      .join(' or ');
    const parts = [name === undefined ? 'Unexpected end of template.' : `Encountered unknown tag '${name}'.`];
    if (looking !== undefined) {
      const misplaced = name !== undefined && stack.some((closers) => closers.includes(`name:${name}`));
      parts.push(
        misplaced
          ? `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`
          : `Jinja was looking for the following tags: ${looking}.`,
      );
    }
    if (this.open.length > 0) parts.push(`The innermost block that needs to be closed is '${this.open.at(-1)!}'.`);
    return templateSyntaxError(parts.join(' '), at);
  }

  /** The body of a statement, from the end of its tag; the closing tag's name is taken with `drop`. */
  parseBlockBody(closers: readonly string[], drop: boolean): JinjaStatement[] {
    this.stream.skipIf('colon');
    this.stream.expect('block_end');
    const body = this.parseBody(closers);
    if (this.stream.current.type === 'eof') throw this.unexpectedTag(undefined, this.stream.current, closers);
    if (drop) this.stream.next();
    return body;
  }

  parseTarget(withNamespace = false): JinjaExpression {
    const target = this.parseTuple({ withNamespace, simplified: true });
    this.checkTarget(target, target);
    return target;
  }

  private checkTarget(target: JinjaExpression, whole: JinjaExpression): void {
    if (target.type === 'Name' || target.type === 'NamespaceRef') return;
    if (target.type === 'Tuple') for (const item of target.items) this.checkTarget(item, whole);
    else throw templateSyntaxError(`can't assign to '${unassignable[whole.type] ?? 'name'}'`, whole);
  }

  /** A name that is assigned to. */
  parseNameTarget(): JinjaToken {
    const token = this.stream.expect('name');
    if (/^(?:true|false|none|True|False|None)$/.test(token.value)) throw templateSyntaxError("can't assign to 'name'", token);
    return token;
  }

  parseParameters(): JinjaParameter[] {
    const parameters: JinjaParameter[] = [];
    this.stream.expect('lparen');
    while (this.stream.current.type !== 'rparen') {
      if (parameters.length > 0) this.stream.expect('comma');
      const { value: name, start } = this.parseNameTarget();
      const absent = this.stream.skipIf('assign') ? this.parseExpression() : undefined;
      if (!absent && parameters.at(-1)?.absent)
        throw templateSyntaxError('non-default argument follows default argument', this.stream.current);
      parameters.push({ name, absent, ...this.from(start) });
    }
    this.stream.expect('rparen');
    return parameters;
  }

  at(start: number): JinjaAt {
    return this.from(start);
  }

  /** Whether text between tags is white space only. */
  isBlank(node: JinjaStatement): boolean {
    return node.type === 'Data' && this.source.slice(node.start, node.end).trim() === '';
  }
}

/** Reads a statement from behind its tag's name; `start` is where the tag begins. */
export type ParseStatement = (parser: StatementParser, start: number) => JinjaStatement | JinjaStatement[];

function parseSet(parser: StatementParser, start: number): JinjaStatement {
  const target = parser.parseTarget(true);
  if (parser.stream.skipIf('assign')) return { type: 'Set', target, value: parser.parseTuple(), ...parser.at(start) };
  let filter: Filter | undefined;
  while (parser.stream.skipIf('pipe')) filter = parser.parseFilter(filter, parser.stream.previous.end);
  return { type: 'SetBlock', target, filter, body: parser.parseBlockBody(['name:endset'], true), ...parser.at(start) };
}

function parseFor(parser: StatementParser, start: number): JinjaFor {
  const { stream } = parser;
  const target = parser.parseTarget();
  stream.expect('name:in');
  const iterable = parser.parseTuple({ withCondition: false });
  const filter = stream.skipIf('name:if') ? parser.parseExpression() : undefined;
  const recursive = stream.skipIf('name:recursive');
  const body = parser.parseBlockBody(['name:endfor', 'name:else'], false);
  const otherwise = stream.next().value === 'endfor' ? [] : parser.parseBlockBody(['name:endfor'], true);
  return { type: 'For', target, iterable, filter, recursive, body, otherwise, ...parser.at(start) };
}

function parseIf(parser: StatementParser, start: number): JinjaIf {
  const branches: { test: JinjaExpression; body: JinjaStatement[] }[] = [];
  let otherwise: JinjaStatement[] = [];
  for (;;) {
    const test = parser.parseTuple({ withCondition: false });
    branches.push({ test, body: parser.parseBlockBody(['name:elif', 'name:else', 'name:endif'], false) });
    const closer = parser.stream.next().value;
    if (closer === 'elif') continue;
    if (closer === 'else') otherwise = parser.parseBlockBody(['name:endif'], true);
    return { type: 'If', branches, otherwise, ...parser.at(start) };
  }
}

function parseWith(parser: StatementParser, start: number): JinjaStatement {
  const bindings: { target: JinjaExpression; value: JinjaExpression }[] = [];
  while (parser.stream.current.type !== 'block_end') {
    if (bindings.length > 0) parser.stream.expect('comma');
    const target = parser.parseTarget();
    parser.stream.expect('assign');
    bindings.push({ target, value: parser.parseExpression() });
  }
  return { type: 'With', bindings, body: parser.parseBlockBody(['name:endwith'], true), ...parser.at(start) };
}

function parseMacro(parser: StatementParser, start: number): Macro {
  const { value: name } = parser.parseNameTarget();
  const parameters = parser.parseParameters();
  return { type: 'Macro', name, parameters, body: parser.parseBlockBody(['name:endmacro'], true), ...parser.at(start) };
}

function parseCallBlock(parser: StatementParser, start: number): CallBlock {
  const tag = parser.stream.previous;
  const parameters = parser.stream.current.type === 'lparen' ? parser.parseParameters() : [];
  const call = parser.parseExpression();
  if (call.type !== 'Call') throw templateSyntaxError('expected call', tag);
  return {
    type: 'CallBlock',
    call: call satisfies JinjaCall,
    parameters,
    body: parser.parseBlockBody(['name:endcall'], true),
    ...parser.at(start),
  };
}

function parseFilterBlock(parser: StatementParser, start: number): JinjaStatement {
  let filter = parser.parseFilter(undefined, parser.stream.current.start);
  while (parser.stream.skipIf('pipe')) filter = parser.parseFilter(filter, filter.start);
  return { type: 'FilterBlock', filter, body: parser.parseBlockBody(['name:endfilter'], true), ...parser.at(start) };
}

function parsePrint(parser: StatementParser, start: number): JinjaStatement[] {
  const values: JinjaExpression[] = [];
  while (parser.stream.current.type !== 'block_end') {
    if (values.length > 0) parser.stream.expect('comma');
    values.push(parser.parseExpression());
  }
  return values.map((value) => ({ type: 'Print', value, ...parser.at(start) }));
}

function parseBlock(parser: StatementParser, start: number): Block {
  const { stream } = parser;
  const name = stream.expect('name').value;
  const scoped = stream.skipIf('name:scoped');
  const required = stream.skipIf('name:required');
  if (stream.current.type === 'sub') {
    const why = 'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.';
    throw templateSyntaxError(why, stream.current);
  }
  const body = parser.parseBlockBody(['name:endblock'], true);
  if (required && !body.every((node) => parser.isBlank(node)))
    throw templateSyntaxError('Required blocks can only contain comments or whitespace', stream.current);
  stream.skipIf(`name:${name}`);
  return { type: 'Block', name, scoped, required, body, ...parser.at(start) };
}

function parseAutoEscape(parser: StatementParser, start: number): JinjaStatement {
  const value = parser.parseExpression();
  return { type: 'AutoEscape', value, body: parser.parseBlockBody(['name:endautoescape'], true), ...parser.at(start) };
}

/** `with context`, `without context`, where it stands. */
function skipContext({ stream }: StatementParser): boolean {
  if (!(stream.is('name:with') || stream.is('name:without')) || !stream.looksAt('name:context')) return false;
  stream.next();
  stream.next();
  return true;
}

function load(
  how: JinjaLoad['how'],
  parser: StatementParser,
  start: number,
  template: JinjaExpression,
  more: Partial<JinjaLoad> = {},
): JinjaLoad {
  return { type: 'Load', how, template, ignoreMissing: false, names: [], ...more, ...parser.at(start) };
}

function parseInclude(parser: StatementParser, start: number): JinjaLoad {
  const { stream } = parser;
  const template = parser.parseExpression();
  const ignoreMissing = stream.is('name:ignore') && stream.looksAt('name:missing');
  if (ignoreMissing) {
    stream.next();
    stream.next();
  }
  skipContext(parser);
  return load('include', parser, start, template, { ignoreMissing });
}

function parseImport(parser: StatementParser, start: number): JinjaLoad {
  const template = parser.parseExpression();
  parser.stream.expect('name:as');
  const names = [parser.parseNameTarget().value];
  skipContext(parser);
  return load('import', parser, start, template, { names });
}

function parseFrom(parser: StatementParser, start: number): JinjaLoad {
  const { stream } = parser;
  const template = parser.parseExpression();
  stream.expect('name:import');
  const names: string[] = [];
  for (;;) {
    if (names.length > 0) stream.expect('comma');
    if (stream.current.type !== 'name') stream.expect('name');
    if (skipContext(parser)) break;
    const imported = parser.parseNameTarget();
    if (imported.value.startsWith('_')) throw assertionError('names starting with an underline can not be imported', imported);
    names.push(stream.skipIf('name:as') ? parser.parseNameTarget().value : imported.value);
    if (skipContext(parser) || stream.current.type !== 'comma') break;
  }
  return load('from', parser, start, template, { names });
}

/** By the name of the tag; the stream stands behind that name. */
const parsers: Readonly<Record<string, ParseStatement>> = {
  set: parseSet,
  for: parseFor,
  if: parseIf,
  with: parseWith,
  macro: parseMacro,
  call: parseCallBlock,
  filter: parseFilterBlock,
  print: parsePrint,
  block: parseBlock,
  autoescape: parseAutoEscape,
  include: parseInclude,
  import: parseImport,
  from: parseFrom,
  extends: (parser, start) => load('extends', parser, start, parser.parseExpression()),
};
