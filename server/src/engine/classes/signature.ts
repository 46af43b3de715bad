import { walk } from '../python/syntax/tree/walk.js';
import type { Call, Expression, FunctionDef, Parameter, Statement } from '../python/syntax/tree/ast.js';
import type { ClassIndex, ClassSource } from './class-index.js';
import { keysLookedUp } from './keywords-left-over.js';
import { areHarmless, hierarchyOf, methodOf, type Hierarchy, type ClassMethod } from './hierarchy.js';

/** A keyword: whether it must be given, and the exception without it where that is no TypeError of the call itself. */
export interface KeyFacts {
  readonly required: boolean;
  readonly raises?: string;
}

/** The keywords that a call takes. */
export interface Signature {
  /** Names in the order of the source, each with whether it must be given. */
  readonly keys: ReadonlyMap<string, KeyFacts>;
  /** Whether any other keyword is taken too, to whatever end. */
  readonly open: boolean;
  /** Whether it is open, and surely nothing is done with the others but telling of them in the log. */
  readonly idle?: boolean;
  /** Whether it is open, and all others are handed to `datasets.load_dataset`. */
  readonly loadsDataset?: boolean;
}

/** Decorators that leave a class as it is. */
const registration = ['register_module', 'register_filter'];

/** The keywords that the constructor of a class takes; undefined where the source does not tell. */
export function constructorSignature(index: ClassIndex, source: ClassSource): Signature | undefined {
  return index.remember(source, 'constructor', () => {
    const hierarchy = hierarchyOf(index, source);
    if (!isPlain(hierarchy)) return undefined;
    // A class may be made elsewhere than in its __init__.
    if (methodOf(hierarchy, '__new__') !== undefined && hierarchy.complete) return undefined;
    return accepted(hierarchy, '__init__', -1);
  });
}

/** The keywords that a method takes when it is called on an object of the class; undefined where the source does not tell. */
export function methodSignature(index: ClassIndex, source: ClassSource, name: string): Signature | undefined {
  return index.remember(source, `method ${name}`, () => {
    const hierarchy = hierarchyOf(index, source);
    return isPlain(hierarchy) ? accepted(hierarchy, name, -1) : undefined;
  });
}

/** Where constructors that hand on what they do not know come to an end: the class of the last one, and what that does with the rest. */
interface LastConstructor {
  readonly of: string;
  readonly rest: Signature;
}

/** The keywords that the constructor of a class takes where it comes down to another class's; undefined where it does not, or the source does not tell. */
export function constructorDownTo(index: ClassIndex, source: ClassSource, last: LastConstructor): Signature | undefined {
  const hierarchy = hierarchyOf(index, source);
  return isPlain(hierarchy) ? accepted(hierarchy, '__init__', -1, last) : undefined;
}

/** Neither a metaclass nor a decorator makes other classes of what is written. */
function isPlain({ classes }: Hierarchy): boolean {
  return classes.every(({ node }) => node.keywords.length === 0 && areHarmless(node.decorators, registration));
}

function accepted(hierarchy: Hierarchy, name: string, after: number, last?: LastConstructor): Signature | undefined {
  const method = methodOf(hierarchy, name, after);
  if (method === 'unknown') return undefined;
  // `object` takes nothing.
  if (!method) return name === '__init__' && !last ? { keys: new Map(), open: false } : undefined;
  const own = ownParameters(method.node);
  if (!own) return undefined;
  const rest = method.node.parameters.kwArgs;
  if (!rest) return last ? undefined : { keys: keysOf(own, method.node), open: false };
  if (last && method.owner.name === last.of) return { ...last.rest, keys: new Map([...keysOf(own, method.node), ...last.rest.keys]) };
  const passed = passedOn(method, rest.name.name, name, hierarchy, last);
  if (last && !passed) return undefined;
  if (passed) return { ...passed, keys: new Map([...keysOf(own, method.node), ...passed.keys]) };
  const looked = keysLookedUp(method.node.body, rest.name.name);
  const mayBe = [...(looked ?? [])].map((key): [string, KeyFacts] => [key, { required: false }]);
  const keys = new Map([...keysOf(own, method.node), ...mayBe, ...demanded(method.node.body, rest.name.name)]);
  const loadsDataset = loadsByPath(method.node, rest.name.name);
  if (loadsDataset) for (const [key, facts] of loaderKeys) if (!keys.has(key)) keys.set(key, facts);
  return { keys, open: true, ...(looked && { idle: true }), ...(loadsDataset && { loadsDataset }) };
}

/**
 * `datasets.load_dataset`: any other key goes to the builder. Its config raises TypeError where it is made of them, and ValueError where one
 * that there is gets them (datasets 5.2.0 `builder.py`, `_create_builder_config`).
 */
const loaderKeys = [
  'path',
  ...'name data_dir data_files split cache_dir features download_mode revision streaming trust_remote_code'.split(' '),
].map((key): [string, KeyFacts] => [key, { required: key === 'path' }]);

/** Whether all that a method is given is handed to `datasets.load_dataset`, which must have a `path`, whatever branch is taken. */
function loadsByPath({ body, parameters }: FunctionDef, rest: string): boolean {
  if ([...parameters.positional, ...parameters.keywordOnly].some(({ name }) => name.name === 'path')) return false;
  let isFilledIn = false;
  walk(body, (node) => {
    if (node.type === 'String' && node.traced.text === 'path') isFilledIn = true;
    if (node.type === 'Call' && node.callee.type === 'Attribute' && isName(node.callee.object, rest)) isFilledIn = true;
    return !isFilledIn;
  });
  if (isFilledIn) return false;
  return body.some((statement) => {
    const value = statement.type === 'Assign' || statement.type === 'Return' ? statement.value : undefined;
    if (value?.type !== 'Call' || !isName(value.callee, 'load_dataset') || value.positional.length > 0) return false;
    return (
      value.keywords.some((keyword) => !keyword.name && isName(keyword.value, rest)) &&
      value.keywords.every((keyword) => keyword.name?.name !== 'path')
    );
  });
}

/** What a body asks of `**rest` before anything else is done with it: `if 'x' not in rest: raise …`, and `rest['x']`. */
function demanded(body: FunctionDef['body'], rest: string): Map<string, KeyFacts> {
  const keys = new Map<string, KeyFacts>();
  for (const statement of body) {
    const refused = refusal(statement, rest);
    if (refused) {
      keys.set(refused.key, { required: true, raises: refused.raises });
      continue;
    }
    const read = entriesRead(statement, rest);
    if (!read) break;
    for (const key of read) if (!keys.has(key)) keys.set(key, { required: true, raises: 'KeyError' });
  }
  return keys;
}

/** `if 'x' not in rest: raise Refused(…)`. */
function refusal(statement: Statement, rest: string): { readonly key: string; readonly raises: string } | undefined {
  if (statement.type !== 'If' || statement.test.type !== 'Comparison') return undefined;
  const { left, rest: compared } = statement.test;
  const [first] = statement.body;
  const raised = first?.type === 'Raise' && first.exception?.type === 'Call' ? first.exception.callee : undefined;
  const [only] = compared;
  if (left.type !== 'String' || compared.length !== 1 || only!.op !== 'not in' || !isName(only!.right, rest)) return undefined;
  return raised?.type === 'Name' ? { key: left.traced.text, raises: raised.name } : undefined;
}

/** What is within these may never be done, or ends the method. */
const mayGoElsewhere: ReadonlySet<string> = new Set(
  'Return Raise If For While Try With Match FunctionDef ClassDef Conditional BooleanOperation Lambda Comprehension'.split(' '),
);

/** The entries of `rest` that a statement surely reads; undefined where it may go elsewhere, or do something else with it. */
function entriesRead(statement: Statement, rest: string): readonly string[] | undefined {
  const keys: string[] = [];
  let isPlainRead = true;
  walk([statement], (node) => {
    if (mayGoElsewhere.has(node.type)) isPlainRead = false;
    if (node.type === 'Subscript' && isName(node.object, rest) && node.index.type === 'String') {
      keys.push(node.index.traced.text);
      return false;
    }
    if (node.type === 'Name' && node.name === rest) isPlainRead = false;
    return isPlainRead;
  });
  const isWritten = statement.type === 'Assign' && statement.targets.some((target) => isEntryOf(target, rest));
  return isPlainRead && !isWritten ? keys : undefined;
}

/** Without the object itself; undefined for a method that is decorated, or whose first parameter is not what it should be. */
function ownParameters({ parameters, decorators }: FunctionDef): readonly Parameter[] | undefined {
  if (!areHarmless(decorators, ['staticmethod', 'classmethod'])) return undefined;
  const isStatic = areHarmless(decorators, ['staticmethod']) && decorators.length > 0;
  if (isStatic) return [...parameters.positional, ...parameters.keywordOnly];
  const all = [...parameters.positionalOnly, ...parameters.positional];
  if (all.length === 0 && !parameters.varArgs) return undefined;
  return [...parameters.positional.slice(parameters.positionalOnly.length > 0 ? 0 : 1), ...parameters.keywordOnly];
}

function keysOf(parameters: readonly Parameter[], { body }: FunctionDef): Map<string, KeyFacts> {
  return new Map(
    parameters.map(({ name, defaultValue }) => {
      const isNone = defaultValue?.type === 'Constant' && defaultValue.value === 'None';
      return [
        name.name,
        isNone && isAsserted(body, name.name) ? { required: true, raises: 'AssertionError' } : { required: defaultValue === undefined },
      ];
    }),
  );
}

/** Whether `assert name is not None` stands among the first statements of a body, where nothing has given the name another value. */
function isAsserted(body: FunctionDef['body'], name: string): boolean {
  for (const statement of body) {
    if (statement.type === 'Assert' && isNotNone(statement.test, name)) return true;
    let isSet = false;
    walk([statement], (node) => {
      if (node.type === 'Return' || node.type === 'Raise') isSet = true;
      if (node.type === 'Assign' && node.targets.some((target) => isName(target, name))) isSet = true;
      return !isSet;
    });
    if (isSet) return false;
  }
  return false;
}

function isNotNone(test: Expression, name: string): boolean {
  if (test.type !== 'Comparison' || !isName(test.left, name) || test.rest.length !== 1) return false;
  const [{ op, right }] = test.rest as [(typeof test.rest)[number]];
  return op === 'is not' && right.type === 'Constant' && right.value === 'None';
}

/**
 * What `**rest` may hold where all that the method does with it is to pass it to the same method of `super()`, after setting or taking out single
 * keys; undefined for any other use.
 */
function passedOn(
  method: ClassMethod,
  rest: string,
  name: string,
  hierarchy: Hierarchy,
  last: LastConstructor | undefined,
): Signature | undefined {
  let uses = 0;
  const calls: Call[] = [];
  const takenOut: string[] = [];
  walk(method.node.body, (node) => {
    if (node.type === 'Name' && node.name === rest) uses++;
    if (node.type === 'Assign') uses -= node.targets.filter((target) => isEntryOf(target, rest)).length;
    if (node.type !== 'Call') return true;
    const key = entryCall(node, rest);
    if (key !== undefined) uses--;
    if (key !== undefined && isMethod(node.callee, 'pop')) takenOut.push(key);
    if (isSuperCall(node, name) && node.keywords.some((keyword) => !keyword.name && isName(keyword.value, rest))) calls.push(node);
    return true;
  });
  const [call] = calls;
  if (!call || calls.length > 1 || uses !== 1) return undefined;
  const next = accepted(hierarchy, name, method.order, last);
  if (!next) return undefined;
  // What the call gives itself cannot come twice. A config gives no positional arguments that `*args` could hand on.
  const given = new Set(call.keywords.flatMap((keyword) => keyword.name?.name ?? []));
  const positional = call.positional.filter((argument) => argument.type !== 'Starred').length;
  const keys = [...next.keys].slice(positional).filter(([key]) => !given.has(key));
  const free = takenOut.map((key): [string, KeyFacts] => [key, { required: false }]);
  return { ...next, keys: new Map([...free, ...keys]) };
}

/** `rest['key'] = …`: whatever the config says is written over. */
function isEntryOf(target: Expression, rest: string): boolean {
  return target.type === 'Subscript' && isName(target.object, rest) && target.index.type === 'String';
}

/** The key of `rest.pop('key')` and of calls that leave it there. */
function entryCall({ callee, positional }: Call, rest: string): string | undefined {
  const [key] = positional;
  const reads = callee.type === 'Attribute' && isName(callee.object, rest) && ['pop', 'get', 'setdefault'].includes(callee.attribute.name);
  return reads && key?.type === 'String' ? key.traced.text : undefined;
}

function isMethod(callee: Expression, name: string): boolean {
  return callee.type === 'Attribute' && callee.attribute.name === name;
}

/** `super().name(…)` or `super(C, self).name(…)`. */
export function isSuperCall({ callee }: Call, name: string): boolean {
  return (
    callee.type === 'Attribute' && callee.attribute.name === name && callee.object.type === 'Call' && isName(callee.object.callee, 'super')
  );
}

function isName(expression: Expression, name: string): boolean {
  return expression.type === 'Name' && expression.name === name;
}
