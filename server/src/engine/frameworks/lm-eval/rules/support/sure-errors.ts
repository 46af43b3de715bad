import { isNameSlip } from '../../../../checks/support/slip.js';
import { tableOfType } from '../../../../python/runtime/methods/tables.js';
import type {
  At,
  Attribute,
  BinaryOperation,
  Call,
  Expression,
  FunctionDef,
  Module,
  Statement,
  UnaryOperation,
} from '../../../../python/syntax/tree/ast.js';
import { boundNames, functionNames, opensScope } from '../../../../python/syntax/tree/bound-names.js';
import { namesIn, walk } from '../../../../python/syntax/tree/walk.js';
import { isMapOf } from './rows-left-alone.js';
import { misfit } from './misfit.js';
import { bindsOtherwise, certainTypeOf, type CertainType } from './certain-result.js';

/** What Python raises where a place in a function is reached, whatever the documents are. */
export interface SureError extends At {
  /** Absent: nothing is raised, and what a method of a text gives is thrown away. */
  readonly error: string | undefined;
  /** Whether that goes by a document being a dict, of the function that is named itself. */
  readonly ofDocument: boolean;
}

type Functions = ReadonlyMap<string, FunctionDef>;

const none: ReadonlySet<string> = new Set();

/** What a function of a module, and those that it leads to, raise where they are reached: in the order of the functions. */
export function sureErrors(module: Module, name: string): readonly SureError[] {
  const functions = functionsOf(module.body);
  const modules = modulesOf(module.body);
  const seen = new Set(functions.has(name) ? [name] : []);
  const found: SureError[] = [];
  for (const one of seen) {
    const node = functions.get(one)!;
    for (const other of namesIn(node.body)) if (functions.has(other)) seen.add(other);
    found.push(...errorsIn(node, functions, modules, one === name ? rowOf(node) : undefined));
  }
  return found;
}

/** The functions at the top of a module that are bound once, and that nothing is wrapped around. */
function functionsOf(body: readonly Statement[]): Functions {
  const found = new Map<string, FunctionDef>();
  for (const statement of body)
    if (statement.type === 'FunctionDef' && statement.decorators.length === 0 && isBoundOnce(statement.name.name, body))
      found.set(statement.name.name, statement);
  return found;
}

function isBoundOnce(name: string, body: readonly (Statement | Expression)[]): boolean {
  return body.filter((statement) => boundNames([statement], none).has(name)).length === 1;
}

/** What `import re` at the top of a module binds, of the modules all whose names are known. */
function modulesOf(body: readonly Statement[]): ReadonlySet<string> {
  const imported = body.flatMap((statement) =>
    statement.type === 'Import' ? statement.names.flatMap(({ name, asName }) => (asName ? [] : [name.name])) : [],
  );
  return new Set(imported.filter((name) => Object.hasOwn(namesOfModules, name) && isBoundOnce(name, body)));
}

/** All names of some modules of Python 3.10 to 3.13 that do not begin with an underscore. */
const namesOfModules: Readonly<Record<string, ReadonlySet<string>>> = {
  re: new Set(
    (
      'A ASCII DEBUG DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError RegexFlag S Scanner T TEMPLATE U UNICODE VERBOSE X ' +
      'compile copyreg enum error escape findall finditer fullmatch functools match purge search split sre_compile sre_parse sub subn template'
    ).split(' '),
  ),
  string: new Set(
    'Formatter Template ascii_letters ascii_lowercase ascii_uppercase capwords digits hexdigits octdigits printable punctuation whitespace'.split(
      ' ',
    ),
  ),
  random: new Set(
    (
      'Random SystemRandom betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate normalvariate ' +
      'paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate'
    ).split(' '),
  ),
  math: new Set(
    (
      'acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1 fabs factorial floor fma fmod frexp ' +
      'fsum gamma gcd hypot inf isclose isfinite isinf isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians ' +
      'remainder sin sinh sqrt sumprod tan tanh tau trunc ulp'
    ).split(' '),
  ),
  json: new Set('JSONDecodeError JSONDecoder JSONEncoder codecs decoder detect_encoding dump dumps encoder load loads scanner'.split(' ')),
};

/** The name of a document, where it is the first parameter of a function that is called with one. */
function rowOf({ parameters: { positional } }: FunctionDef): string | undefined {
  const name = positional[0]?.name.name;
  return name !== undefined && ['doc', 'example', 'row', 'sample'].includes(name) ? name : undefined;
}

function errorsIn(node: FunctionDef, around: Functions, modules: ReadonlySet<string>, row: string | undefined): SureError[] {
  const { locals } = functionNames(node, none);
  const inner = functionsOf(node.body);
  const functions = new Map([...[...around].filter(([name]) => !locals.has(name)), ...inner]);
  const known = new Set([...modules].filter((name) => !locals.has(name)));
  const document = row !== undefined && isOnlyParameter(row, node) ? row : undefined;
  const judge = new Judge(node, functions, known, document);
  const found: SureError[] = [];
  walk(node.body, (child) => {
    // What is tried may be meant to raise.
    if (child.type === 'Try' && child.handlers.length > 0) return false;
    const error = judge.errorAt(child);
    if (error !== undefined || isThrownAway(child, locals))
      found.push({ start: child.start, end: child.end, error, ofDocument: judge.isOfDocument(child) });
    return !opensScope(child.type);
  });
  const mapped = new Set(inner.size > 0 ? mappedIn(node) : []);
  for (const [name, one] of inner) {
    const errors = errorsIn(one, functions, known, mapped.has(name) ? one.parameters.positional[0]?.name.name : undefined);
    found.push(...errors.map((error) => ({ ...error, ofDocument: false })));
  }
  return found;
}

function isOnlyParameter(name: string, { body }: FunctionDef): boolean {
  return !boundNames(body, none).has(name);
}

const ofTexts: ReadonlySet<string> = new Set(['strip', 'lstrip', 'rstrip', 'lower', 'upper', 'capitalize']);

/** Whether a statement is `text.strip()` or `text.replace('a', b)`: a text is not changed in place. */
function isThrownAway(node: Statement | Expression, locals: ReadonlySet<string>): boolean {
  if (node.type !== 'ExpressionStatement' || node.value.type !== 'Call') return false;
  const { callee, positional, keywords } = node.value;
  if (callee.type !== 'Attribute' || keywords.length > 0) return false;
  const { object, attribute } = callee;
  // A module has functions of these names too.
  if (object.type === 'Name' && !locals.has(object.name)) return false;
  if (attribute.name === 'replace')
    return positional.length === 2 && positional[0]!.type === 'String' && ['Name', 'Subscript'].includes(object.type);
  return ofTexts.has(attribute.name) && positional.length === 0;
}

/** The functions that are handed to `map` of the documents that a function is given. */
function mappedIn({ body, parameters }: FunctionDef): string[] {
  const documents = parameters.positional[0]?.name.name ?? '';
  const names: string[] = [];
  walk(body, (node) => {
    const first = node.type === 'Call' && node.keywords.length === 0 && isMapOf(node, documents) ? node.positional[0] : undefined;
    if (first?.type === 'Name') names.push(first.name);
    return true;
  });
  return names;
}

/** Types that can be neither called nor gone through. */
const single: ReadonlySet<string> = new Set(['int', 'float', 'bool', 'NoneType', 'builtin_function_or_method']);
const uncalled: ReadonlySet<string> = new Set(['str', 'list', 'dict', 'tuple', 'set', 'int', 'float', 'bool', 'NoneType']);

const signless: ReadonlySet<string> = new Set(['str', 'list', 'dict', 'tuple', 'set', 'NoneType']);

/** Judges the nodes of one function. */
class Judge {
  constructor(
    private readonly node: FunctionDef,
    private readonly functions: Functions,
    private readonly modules: ReadonlySet<string>,
    private readonly row: string | undefined,
  ) {}

  errorAt(node: Statement | Expression): string | undefined {
    switch (node.type) {
      case 'Attribute':
        return this.ofAttribute(node);
      case 'Call':
        return this.ofCall(node);
      case 'BinaryOperation':
        return this.ofSum(node);
      case 'UnaryOperation':
        return this.ofSign(node);
      case 'AugAssign':
        return this.ofAddition(node);
      case 'Subscript':
        return this.ofSubscript(node.object, node.index);
      case 'For':
        return this.ofLoop(node.iter);
      case 'Comprehension':
        return node.clauses[0] && this.ofLoop(node.clauses[0].iter);
      default:
        return undefined;
    }
  }

  /** Whether a node takes something of the document as of a dict. */
  isOfDocument(node: Statement | Expression): boolean {
    const taken = node.type === 'Attribute' ? node.object : node.type === 'Call' ? node.callee : undefined;
    return taken?.type === 'Name' && taken.name === this.row;
  }

  private typeOf(value: Expression): CertainType | undefined {
    return value.type === 'Name' && value.name === this.row ? 'dict' : certainTypeOf(value, this.node);
  }

  private ofAttribute({ object, attribute: { name } }: Attribute): string | undefined {
    if (object.type === 'Name' && this.modules.has(object.name))
      return name.startsWith('_') || namesOfModules[object.name]!.has(name)
        ? undefined
        : `AttributeError: module '${object.name}' has no attribute '${name}'`;
    const type = this.typeOf(object);
    if (type === undefined) return this.isOfRow(object) && isSlipOfTextMethod(name) ? lacksAttribute('str', name) : undefined;
    const table = ['str', 'list', 'dict', 'tuple', 'set'].includes(type) ? tableOfType(type) : undefined;
    // What `strip` gives may be bytes.
    if (!table || name.startsWith('_') || name === 'decode' || Object.hasOwn(table, name)) return undefined;
    return lacksAttribute(type, name);
  }

  /** `doc['a']`, `doc['a']['b']`: text, a number, or a list or a dict of them. */
  private isOfRow(value: Expression): boolean {
    if (value.type !== 'Subscript' || value.index.type !== 'String') return false;
    return value.object.type === 'Name' ? value.object.name === this.row : this.isOfRow(value.object);
  }

  private ofCall({ callee, positional, keywords }: Call): string | undefined {
    const type = this.typeOf(callee);
    if (type !== undefined && uncalled.has(type)) return `TypeError: '${type}' object is not callable`;
    const isOpen = positional.some((one) => one.type === 'Starred') || keywords.some(({ name }) => !name);
    if (callee.type === 'Name') {
      const called = this.functions.get(callee.name);
      if (called && !isOpen)
        return prefixed(
          misfit(
            called,
            positional.length,
            keywords.map(({ name }) => name!.name),
          ),
        );
      const [first] = positional;
      const given =
        callee.name === 'range' && first && !functionNames(this.node, none).locals.has('range') ? this.typeOf(first) : undefined;
      return given !== undefined && !['int', 'bool'].includes(given)
        ? `TypeError: '${given}' object cannot be interpreted as an integer`
        : undefined;
    }
    if (callee.type !== 'Attribute' || isOpen || keywords.length > 0) return undefined;
    const { name } = callee.attribute;
    if (name === 'replace' && positional.length === 1 && positional[0]!.type === 'String')
      return 'TypeError: replace expected at least 2 arguments, got 1';
    return name === 'join' && positional.length > 1 && this.typeOf(callee.object) === 'str'
      ? `TypeError: str.join() takes exactly one argument (${String(positional.length)} given)`
      : undefined;
  }

  private ofSum({ left, op, right }: BinaryOperation): string | undefined {
    return op === '+' ? added(this.typeOf(left), this.typeOf(right), '+') : undefined;
  }

  /** `text =+ more` hands `+more` to `text`, and a text or a list has no sign. */
  private ofSign({ op, operand }: UnaryOperation): string | undefined {
    const type = op === '+' || op === '-' ? this.typeOf(operand) : undefined;
    return type !== undefined && signless.has(type) ? `TypeError: bad operand type for unary ${op}: '${type}'` : undefined;
  }

  private ofAddition({ target, op, value }: Statement & { type: 'AugAssign' }): string | undefined {
    if (target.type !== 'Name' || op !== '+') return undefined;
    const { locals } = functionNames(this.node, none);
    if (locals.has(target.name) && isOnlyAdded(target.name, this.node))
      return `UnboundLocalError: cannot access local variable '${target.name}' where it is not associated with a value`;
    const type = this.typeOf(target);
    return type === 'str' ? added(type, this.typeOf(value), '+=') : undefined;
  }

  private ofSubscript(object: Expression, index: Expression): string | undefined {
    const type = this.typeOf(object);
    if (type === undefined) return undefined;
    if (single.has(type) || ['set', 'generator', 'map', 'filter', 'zip'].includes(type))
      return `TypeError: '${type}' object is not subscriptable`;
    if (!['str', 'list', 'tuple'].includes(type) || this.typeOf(index) !== 'str') return undefined;
    return type === 'str'
      ? "TypeError: string indices must be integers, not 'str'"
      : `TypeError: ${type} indices must be integers or slices, not str`;
  }

  private ofLoop(iter: Expression): string | undefined {
    const type = this.typeOf(iter);
    return type !== undefined && single.has(type) ? `TypeError: '${type}' object is not iterable` : undefined;
  }
}

function lacksAttribute(type: string, name: string): string {
  return `AttributeError: '${type}' object has no attribute '${name}'`;
}

const plainTypes = ['str', 'list', 'dict', 'tuple', 'set', 'int', 'float'];

/** Whether a name is that of no method of a plain value, and a slip of one of a text. */
function isSlipOfTextMethod(name: string): boolean {
  if (name.length < 5 || plainTypes.some((type) => Object.hasOwn(tableOfType(type) ?? {}, name))) return false;
  return Object.keys(tableOfType('str') ?? {}).some((method) => method.length > 4 && isNameSlip(name, method, 'some'));
}

function prefixed(error: string | undefined): string | undefined {
  return error === undefined ? undefined : `TypeError: ${error}`;
}

function added(left: CertainType | undefined, right: CertainType | undefined, op: string): string | undefined {
  if (left === undefined || right === undefined || left === right || (left !== 'str' && right !== 'str')) return undefined;
  if (left === 'str' || left === 'list') return `TypeError: can only concatenate ${left} (not "${right}") to ${left}`;
  return `TypeError: unsupported operand type(s) for ${op}: '${left}' and '${right}'`;
}

/** Whether a function adds to a name of its own that nothing else in it binds. */
function isOnlyAdded(name: string, { body, parameters }: FunctionDef): boolean {
  const { positionalOnly, positional, keywordOnly, varArgs, kwArgs } = parameters;
  let isBound = [...positionalOnly, ...positional, ...keywordOnly, varArgs, kwArgs].some((one) => one?.name.name === name);
  walk(body, (child) => {
    isBound ||= bindsOtherwise(child, name);
    return !isBound;
  });
  return !isBound;
}
