import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import type { ExceptHandler, FunctionDef, Statement, Try, With } from '../syntax/tree/ast.js';
import type { Expression, For, While } from '../syntax/tree/ast.js';
import { UnknownValue, type Value } from '../../core/value.js';
import { caughtException } from '../../core/cost.js';
import { positional } from '../runtime/call-arguments.js';
import { BuiltinValue, IteratorValue, type Arguments } from '../runtime/runtime.js';
import { truthy } from '../runtime/semantics.js';
import { assign } from './assign.js';
import { catches, exceptionObject, stopIteration } from '../runtime/exceptions.js';
import { evaluate } from './expressions.js';
import { invalidateEffects } from './effects.js';
import type { Interpreter } from './interpreter.js';
import { opensScope } from '../syntax/tree/bound-names.js';
import { letGo } from './left-generators.js';
import { chosenCase } from './match.js';
import { type Frame } from '../runtime/frame.js';
import { bindName, unbindQuietly, valuesNamedIn } from './names.js';
import { execute, raised, type StatementOutcome } from './statements.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { walk, type Node } from '../syntax/tree/walk.js';
import { enterItem, holdsBack, leaveContext, leftUnknown } from './with.js';

/** Gives what is yielded; what it is sent, if anything, is the value of the `yield`. */
type Steps<T = StatementOutcome> = Generator<Value, T, Value | undefined>;

/** What calling a function with `yield` gives: its body runs up to the next `yield` each time that an item is asked for. */
export function makeGenerator(interpreter: Interpreter, node: FunctionDef, frame: Frame): Value {
  const run = new GeneratorRun(interpreter, node, frame);
  const cleansUp = hasCleanUp(node);
  interpreter.hasCleanUps ||= cleansUp;
  const methods: Readonly<Record<string, (args: Arguments) => Value>> = {
    send: (args) => run.send(positional('send', args, 1, 1)[0]!),
    throw: (args) => run.throw(positional('throw', args, 1, 3)),
    close: (args) => (positional('close', args, 0, 0), run.close()),
  };
  return new IteratorValue(
    'generator',
    interpreter.span,
    () => run.next(),
    (name) =>
      Object.hasOwn(methods, name)
        ? new BuiltinValue(`generator.${name}`, interpreter.span, (_r, args) => methods[name]!(args))
        : undefined,
    () => run.returned,
    () => [...frame.locals.values(), ...valuesNamedIn(interpreter, node.body, frame)],
    { nodes: node.body, frame },
    cleansUp ? { isPending: () => run.isPaused, close: () => void run.close() } : undefined,
  );
}

/** One run of a generator function (Language Reference, 6.2.9.1). */
class GeneratorRun {
  /** What it has returned, where that is not None. */
  returned: Value | undefined;
  private state: 'new' | 'paused' | 'running' | 'ended' = 'new';
  private readonly steps: Steps;
  /** Exceptions that it was handling when it paused. */
  private handling: PyError[] = [];
  private depth = { frames: 0, nesting: 0, callDepth: 0 };
  /** Unknown values that came up while it was paused have nothing to do with it. */
  private unknownsAtPause: number;
  private unknownsOutside = 0;

  constructor(
    private readonly interpreter: Interpreter,
    private readonly node: FunctionDef,
    private readonly frame: Frame,
  ) {
    this.steps = this.block(node.body);
    this.unknownsAtPause = interpreter.unknowns;
  }

  get isPaused(): boolean {
    return this.state === 'paused';
  }

  next(): Value | undefined {
    return this.resume((steps) => steps.next());
  }

  /** @throws PyError StopIteration at the end */
  send(value: Value): Value {
    if (this.state === 'new' && value.kind !== 'none')
      throw new PyError('TypeError', "can't send non-None value to a just-started generator");
    return this.orStop(this.resume((steps) => steps.next(value)));
  }

  throw([type, value, trace]: readonly Value[]): Value {
    if (value && value.kind !== 'none') throw new UnknownSignal(this.interpreter.unknown(say`This use of throw is not followed.`));
    if (trace && trace.kind !== 'none') throw new UnknownSignal(this.interpreter.unknown(say`This use of throw is not followed.`));
    const error = raised(this.interpreter, type!);
    if (this.state === 'new' || this.state === 'ended') {
      this.state = 'ended';
      throw error;
    }
    return this.orStop(this.resume((steps) => steps.throw(error)));
  }

  close(): Value {
    const none = this.interpreter.none();
    if (this.state === 'new') this.state = 'ended';
    if (this.state === 'ended') return none;
    try {
      const item = this.resume((steps) => steps.throw(new PyError('GeneratorExit', '')));
      if (item) throw new PyError('RuntimeError', 'generator ignored GeneratorExit');
    } catch (error) {
      if (!(error instanceof PyError) || error.type !== 'GeneratorExit') throw error;
    }
    return none;
  }

  private orStop(item: Value | undefined): Value {
    if (item) return item;
    throw stopIteration(this.returned, this.interpreter.span);
  }

  /** Goes on until the next `yield`. @returns undefined at the end */
  private resume(how: (steps: Steps) => IteratorResult<Value, StatementOutcome>): Value | undefined {
    if (this.state === 'ended') {
      this.returned = undefined;
      return undefined;
    }
    if (this.state === 'running') throw new PyError('ValueError', 'generator already executing');
    const { interpreter } = this;
    const { node, nesting, callDepth } = interpreter;
    const frames = interpreter.frames.length;
    const handling = interpreter.handling.length;
    this.depth = { frames: frames + 1, nesting, callDepth };
    this.unknownsOutside += interpreter.unknowns - this.unknownsAtPause;
    this.state = 'running';
    interpreter.handling.push(...this.handling);
    try {
      const next = interpreter.within(this.frame, () => how(this.steps));
      this.state = next.done === true ? 'ended' : 'paused';
      if (next.done !== true) return next.value;
      if (next.value === 'return' && interpreter.returned?.kind !== 'none') this.returned = interpreter.returned;
      return undefined;
    } catch (error) {
      this.state = 'ended';
      throw this.leftBy(error);
    } finally {
      this.handling = interpreter.handling.splice(handling);
      this.unknownsAtPause = interpreter.unknowns;
      interpreter.node = node;
      Object.assign(interpreter, { nesting, callDepth });
    }
  }

  /** A StopIteration must not end the loop of whoever asks (PEP 479). */
  private leftBy(error: unknown): unknown {
    const { interpreter, frame, node } = this;
    if (error instanceof UnknownSignal)
      interpreter.within(frame, () => {
        invalidateEffects(interpreter, node.body, error.value);
      });
    return error instanceof PyError && error.type === 'StopIteration'
      ? new PyError('RuntimeError', 'generator raised StopIteration', interpreter.span)
      : error;
  }

  private unknownSignal(text: string): UnknownSignal {
    return new UnknownSignal(this.interpreter.unknown(text));
  }

  private *block(body: readonly Statement[]): Steps {
    for (const statement of body) {
      const how = yields([statement]) ? yield* this.stepwise(statement) : execute(this.interpreter, statement);
      if (how !== 'normal') return how;
    }
    return 'normal';
  }

  /** Runs a statement that yields somewhere inside. */
  private *stepwise(node: Statement): Steps {
    const { interpreter } = this;
    interpreter.step();
    switch (node.type) {
      case 'ExpressionStatement':
        yield* this.yielded(node.value);
        return 'normal';
      case 'Assign': {
        const value = yield* this.yielded(node.value);
        for (const target of node.targets) assign(interpreter, target, value, interpreter.spanOf(node.value));
        return 'normal';
      }
      case 'If': {
        const holds = this.isTrue(node.test);
        return yield* this.block(holds ? node.body : node.orelse);
      }
      case 'For':
        return yield* this.forLoop(node);
      case 'While':
        return yield* this.whileLoop(node);
      case 'Try':
        return yield* this.tryBlock(node);
      case 'Match': {
        const chosen = chosenCase(interpreter, node);
        if (chosen instanceof UnknownValue) throw new UnknownSignal(chosen);
        return chosen ? yield* this.block(chosen.body) : 'normal';
      }
      case 'With':
        return yield* this.withItems(node, 0);
      default:
        throw new UnknownSignal(new UnknownValue(say`A yield here is not followed.`, interpreter.spanOf(node)));
    }
  }

  private isTrue(test: Expression): boolean {
    const holds = truthy(evaluate(this.interpreter, test));
    if (typeof holds !== 'boolean') throw new UnknownSignal(holds);
    return holds;
  }

  /** The value of an expression that is a `yield` as a whole. */
  private *yielded(node: Expression): Steps<Value> {
    const { interpreter } = this;
    if (node.type !== 'Yield')
      throw new UnknownSignal(new UnknownValue(say`A yield inside an expression is not followed.`, interpreter.spanOf(node)));
    const value = node.value ? evaluate(interpreter, node.value) : interpreter.none();
    if (node.from) return yield* this.delegated(value);
    return (yield value) ?? interpreter.none();
  }

  /** `yield from`. What is sent or thrown meanwhile would go to the other. */
  private *delegated(value: Value): Steps<Value> {
    for (const item of this.interpreter.iterate(value)) {
      const sent = yield* this.handedOn(item);
      if (sent && sent.kind !== 'none') throw this.unknownSignal('What is sent through a yield from is not followed.');
    }
    return (value instanceof IteratorValue ? value.result?.() : undefined) ?? this.interpreter.none();
  }

  private *handedOn(item: Value): Steps<Value | undefined> {
    try {
      return yield item;
    } catch (error) {
      if (error instanceof PyError) throw this.unknownSignal('What is thrown through a yield from is not followed.');
      throw error;
    }
  }

  private *forLoop(node: For): Steps {
    const { interpreter } = this;
    const iterable = evaluate(interpreter, node.iter);
    let how: StatementOutcome = 'normal';
    try {
      for (const item of interpreter.iterate(iterable)) {
        assign(interpreter, node.target, item, interpreter.spanOf(node.iter));
        how = yield* this.block(node.body);
        if (how === 'break' || how === 'return') break;
      }
    } catch (error) {
      if (error instanceof PyError) letGo(interpreter, iterable);
      throw error;
    }
    if (how !== 'break' && how !== 'return') return yield* this.block(node.orelse);
    letGo(interpreter, iterable, how === 'return' ? interpreter.returned : undefined);
    return how === 'return' ? how : 'normal';
  }

  private *whileLoop(node: While): Steps {
    for (;;) {
      this.interpreter.step();
      if (!this.isTrue(node.test)) return yield* this.block(node.orelse);
      const how = yield* this.block(node.body);
      if (how === 'break') return 'normal';
      if (how === 'return') return how;
    }
  }

  private *tryBlock(node: Try): Steps {
    const { interpreter } = this;
    let how: StatementOutcome;
    try {
      how = yield* this.guarded(node);
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      this.comeBack();
      const left = yield* this.block(node.finalbody);
      if (left !== 'normal') return left;
      throw error;
    }
    const { returned } = interpreter;
    const left = yield* this.block(node.finalbody);
    if (left !== 'normal') return left;
    interpreter.returned = returned;
    return how;
  }

  private *withItems(node: With, from: number): Steps {
    const { interpreter } = this;
    const item = node.items[from];
    if (!item) return yield* this.block(node.body);
    const exit = enterItem(interpreter, item);
    let how: StatementOutcome;
    try {
      how = yield* this.withItems(node, from + 1);
    } catch (error) {
      if (!exit) throw error;
      if (exit instanceof UnknownValue) throw leftUnknown(exit, error);
      if (!(error instanceof PyError)) throw error;
      this.comeBack();
      if (holdsBack(interpreter, exit, error)) return 'normal';
      throw error;
    }
    if (exit && !(exit instanceof UnknownValue)) leaveContext(interpreter, exit);
    return how;
  }

  /** Behind an exception, the frames and depths are those with which the generator goes on. */
  private comeBack(): void {
    const { frames, nesting, callDepth } = this.depth;
    this.interpreter.frames.length = frames;
    Object.assign(this.interpreter, { nesting, callDepth });
  }

  private *guarded(node: Try): Steps {
    const { interpreter } = this;
    const before = interpreter.unknowns - this.unknownsOutside;
    let how: StatementOutcome;
    try {
      how = yield* this.block(node.body);
    } catch (error) {
      if (!(error instanceof PyError)) throw error;
      this.comeBack();
      interpreter.step(caughtException);
      return yield* this.handled(node, error);
    }
    if (interpreter.unknowns - this.unknownsOutside > before && node.handlers.length > 0)
      throw this.unknownSignal('Whether the code in this try raises is not known.');
    return how === 'normal' ? yield* this.block(node.orelse) : how;
  }

  private *handled(node: Try, error: PyError): Steps {
    for (const handler of node.handlers) {
      const caught = handler.exception ? catches(evaluate(this.interpreter, handler.exception), error) : true;
      if (caught === undefined) throw this.unknownSignal('Which handler of this try catches is not known.');
      if (caught) return yield* this.handler(handler, error);
    }
    throw error;
  }

  private *handler(node: ExceptHandler, error: PyError): Steps {
    const { interpreter } = this;
    const { name } = node;
    const span = interpreter.spanOf(name ?? node);
    if (name) bindName(interpreter, name.name, exceptionObject(error, interpreter.placeOf(error) ?? span), span, span);
    interpreter.handling.push(error);
    try {
      return yield* this.block(node.body);
    } finally {
      interpreter.handling.pop();
      if (name) unbindQuietly(interpreter, name.name);
    }
  }
}

/** Whether the code of a generator does something where it is left before its end. */
function hasCleanUp(node: FunctionDef): boolean {
  let found = false;
  walk(node.body, (inner) => {
    if (inner.type === 'Try' || inner.type === 'With') found = true;
    return !found && !opensScope(inner.type);
  });
  return found;
}

function yields(nodes: readonly Node[]): boolean {
  let found = false;
  walk(nodes, (node) => {
    if (node.type === 'Yield') found = true;
    return !opensScope(node.type);
  });
  return found;
}
