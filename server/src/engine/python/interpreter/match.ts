import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { nowhere } from '../../core/span.js';
import { DictValue, ListValue, UnknownValue, type Value } from '../../core/value.js';
import { ClassValue, InstanceValue } from '../runtime/class-objects.js';
import { isInstance } from '../runtime/builtins/types-test.js';
import { RangeValue } from '../runtime/objects.js';
import { compare } from '../runtime/operators/index.js';
import { BuiltinValue } from '../runtime/runtime.js';
import { keyOf, length, truthy, typeName } from '../runtime/semantics.js';
import { orUnknown, UnknownSignal } from '../runtime/unknown-signal.js';
import type { Identifier, MatchCase, MatchStatement, Pattern } from '../syntax/tree/ast.js';
import { evaluate } from './expressions.js';
import type { Interpreter } from './interpreter.js';
import { bindName } from './names.js';
import { executeBlock, maybeRun, type StatementOutcome } from './statements.js';

/** Runs a `match`. Where it is not known which case holds, any of them may have run. */
export function executeMatch(interpreter: Interpreter, node: MatchStatement): StatementOutcome {
  const chosen = chosenCase(interpreter, node);
  if (chosen instanceof UnknownValue) {
    maybeRun(interpreter, [node], chosen);
    return 'normal';
  }
  return chosen ? executeBlock(interpreter, chosen.body) : 'normal';
}

/** The case that holds, its names bound; undefined where none does. */
export function chosenCase(interpreter: Interpreter, node: MatchStatement): MatchCase | UnknownValue | undefined {
  const subject = evaluate(interpreter, node.subject);
  const matching = new Matching(interpreter);
  return orUnknown(() => node.cases.find((each) => matching.holds(each, subject)));
}

/** Types of which an object itself is what the one pattern in parentheses is held against: `str(text)`. */
const whole: ReadonlySet<string> = new Set([
  'bool',
  'bytearray',
  'bytes',
  'dict',
  'float',
  'frozenset',
  'int',
  'list',
  'set',
  'str',
  'tuple',
]);

/** Patterns held against values (Language Reference, 8.6.4). What cannot be known is an UnknownSignal. */
class Matching {
  private captures: (readonly [Identifier, Value])[] = [];

  constructor(private readonly interpreter: Interpreter) {}

  holds({ pattern, guard }: MatchCase, subject: Value): boolean {
    this.captures = [];
    if (!this.matches(pattern, subject)) return false;
    const { interpreter } = this;
    for (const [name, value] of this.captures) {
      const span = interpreter.spanOf(name);
      bindName(interpreter, name.name, value, span, value.span);
    }
    return guard === undefined || decided(truthy(evaluate(interpreter, guard)));
  }

  private matches(pattern: Pattern, subject: Value): boolean {
    this.interpreter.step();
    switch (pattern.what) {
      case 'capture':
        this.bind(pattern.name, subject);
        return true;
      case 'as':
        if (!this.matches(pattern.pattern, subject)) return false;
        this.bind(pattern.name, subject);
        return true;
      case 'any':
        return pattern.of.some((one) => this.matches(one, subject));
      case 'value':
        return this.equals(pattern, known(subject));
      case 'sequence':
        return this.sequence(pattern, known(subject));
      case 'mapping':
        return this.mapping(pattern, known(subject));
      case 'class':
        return this.instance(pattern, known(subject));
    }
  }

  private bind(name: Identifier | undefined, value: Value): void {
    if (name) this.captures.push([name, value]);
  }

  private equals({ value }: Pattern & { what: 'value' }, subject: Value): boolean {
    const wanted = evaluate(this.interpreter, value);
    return decided(truthy(compare(this.interpreter, value.type === 'Constant' ? 'is' : '==', subject, wanted)));
  }

  private sequence({ before, rest }: Pattern & { what: 'sequence' }, subject: Value): boolean {
    const items = this.itemsOf(subject);
    if (!items) return false;
    const least = before.length + (rest?.after.length ?? 0);
    if (rest ? items.length < least : items.length !== least) return false;
    if (!before.every((pattern, i) => this.matches(pattern, items[i]!))) return false;
    if (!rest) return true;
    const end = items.length - rest.after.length;
    if (rest.name) {
      const middle = items.slice(before.length, end);
      this.interpreter.step(middle.length);
      this.bind(rest.name, new ListValue(middle, this.interpreter.span));
    }
    return rest.after.every((pattern, i) => this.matches(pattern, items[end + i]!));
  }

  /** The items of a sequence; undefined for what is none. */
  private itemsOf(subject: Value): readonly Value[] | undefined {
    if (subject.kind === 'list' || subject.kind === 'tuple') return subject.items;
    if (subject instanceof RangeValue || isDeque(subject)) {
      this.interpreter.checkSize(length(subject) ?? 0);
      return [...this.interpreter.iterate(subject)];
    }
    if (subject.kind !== 'object' || subject instanceof InstanceValue) return undefined;
    throw this.unfollowed(subject);
  }

  private unfollowed(subject: Value): UnknownSignal {
    return new UnknownSignal(new UnknownValue(say`Patterns for a ${typeName(subject)} are not followed.`, this.interpreter.span));
  }

  private mapping({ entries, rest }: Pattern & { what: 'mapping' }, subject: Value): boolean {
    if (subject.kind !== 'dict') {
      if (subject.kind !== 'object' || subject instanceof InstanceValue) return false;
      throw this.unfollowed(subject);
    }
    const { interpreter } = this;
    const taken = new Set<string>();
    for (const { key, pattern } of entries) {
      const wanted = known(evaluate(interpreter, key));
      const id = keyOf(wanted);
      const entry = subject.entries.get(id);
      if (!entry || !this.matches(pattern, entry.value)) return false;
      taken.add(id);
    }
    if (rest) this.bind(rest, this.others(subject, taken));
    return true;
  }

  private others(dict: DictValue, taken: ReadonlySet<string>): Value {
    const others = new DictValue(this.interpreter.span);
    this.interpreter.step(dict.entries.size);
    for (const [id, entry] of dict.entries) if (!taken.has(id)) others.entries.set(id, { ...entry });
    return others;
  }

  private instance({ type, positional, keywords }: Pattern & { what: 'class' }, subject: Value): boolean {
    const { interpreter } = this;
    const wanted = known(evaluate(interpreter, type));
    if (wanted.kind !== 'callable' || wanted.callableKind !== 'class') throw this.noClass(wanted);
    const answer = isInstance(interpreter, { positional: [subject, wanted], keywords: new Map() });
    if (!decided(truthy(answer))) return false;
    if (positional.length === 1 && isWhole(wanted)) {
      if (!this.matches(positional[0]!, subject)) return false;
    } else if (positional.length > 0 && !this.byPlace(wanted, positional, subject)) return false;
    return keywords.every(({ name, pattern }) => this.attribute(name.name, pattern, subject));
  }

  private noClass(wanted: Value): Error {
    if (wanted.kind === 'ref' || wanted.kind === 'object')
      return new UnknownSignal(new UnknownValue(say`This class of a pattern is not followed.`, this.interpreter.span));
    return new PyError('TypeError', 'called match pattern must be a class');
  }

  /** The patterns that stand in order, for the attributes that `__match_args__` names. */
  private byPlace(type: Value, patterns: readonly Pattern[], subject: Value): boolean {
    const names = this.placed(type);
    if (patterns.length > names.length) {
      const allowed = `${String(names.length)} positional sub-pattern${names.length === 1 ? '' : 's'}`;
      throw new PyError('TypeError', `${typeText(type)}() accepts ${allowed} (${String(patterns.length)} given)`);
    }
    return patterns.every((pattern, i) => this.attribute(names[i]!, pattern, subject));
  }

  private placed(type: Value): readonly string[] {
    if (type instanceof BuiltinValue) return isWhole(type) ? [''] : [];
    if (!(type instanceof ClassValue)) throw this.noClass(type);
    const names = type.find('__match_args__');
    if (names?.kind === 'tuple') return names.items.map((name) => (name.kind === 'str' ? name.text : ''));
    if (names) throw new UnknownSignal(new UnknownValue(say`This class of a pattern is not followed.`, this.interpreter.span));
    return type.tupleFields?.names ?? [];
  }

  private attribute(name: string, pattern: Pattern, subject: Value): boolean {
    const { interpreter } = this;
    const { nesting, callDepth } = interpreter;
    const frames = interpreter.frames.length;
    let value: Value;
    try {
      value = interpreter.getAttribute(subject, name);
    } catch (error) {
      if (!(error instanceof PyError) || error.type !== 'AttributeError') throw error;
      interpreter.frames.length = frames;
      Object.assign(interpreter, { nesting, callDepth });
      return false;
    }
    return this.matches(pattern, value);
  }
}

/** Whether a value is a deque of the library, not of a class of that name. */
function isDeque(value: Value): value is InstanceValue {
  return value instanceof InstanceValue && value.ofClass.name === 'deque' && value.ofClass.span.file === nowhere.file;
}

function isWhole(type: Value): boolean {
  return type instanceof BuiltinValue && type.path.startsWith('builtins.') && whole.has(type.path.slice('builtins.'.length));
}

function typeText(type: Value): string {
  return type instanceof ClassValue ? type.name : type instanceof BuiltinValue ? type.path.slice(type.path.lastIndexOf('.') + 1) : '';
}

/** @throws UnknownSignal where it is not known */
function known(value: Value): Value {
  if (value.kind === 'unknown') throw new UnknownSignal(value);
  return value;
}

function decided(answer: boolean | UnknownValue): boolean {
  if (typeof answer !== 'boolean') throw new UnknownSignal(answer);
  return answer;
}
