import { LimitError, PyError } from '../../core/errors.js';
import { reachesOwnModule } from '../../core/own-module.js';
import { say } from '../../core/say.js';
import { nowhere, type FileId, type Span } from '../../core/span.js';
import { DictValue, str, type Value } from '../../core/value.js';
import { invalidateEffects } from '../interpreter/effects.js';
import type { Interpreter } from '../interpreter/interpreter.js';
import { executeBlock } from '../interpreter/statements.js';
import type { Frame } from '../runtime/frame.js';
import { ModuleValue } from '../runtime/runtime.js';
import { DeferredEntry } from '../runtime/deferred-entry.js';
import { UnknownSignal } from '../runtime/unknown-signal.js';
import { parsePython } from '../syntax/parse.js';
import type { Statement } from '../syntax/tree/ast.js';

/** A module whose source is within reach. It is run when something of it is first asked for, and once; while it runs, it has what it has defined so far. */
export class ProgramModule extends ModuleValue {
  readonly globals: DictValue;
  private state: 'unread' | 'running' | 'done' = 'unread';
  private failure: PyError | LimitError | undefined;
  private readonly frame: Frame;
  /** The package that relative imports start from. */
  readonly package: string;

  /**
   * @param isPackage whether other modules lie in it
   * @param text its source; undefined where it cannot be read
   * @param below a module that lies in it
   */
  constructor(
    readonly file: FileId,
    readonly name: string,
    isPackage: boolean,
    private readonly text: () => string | undefined,
    below: (member: string) => Value | undefined,
  ) {
    super(name, nowhere, (runtime, member) => this.lookUp(runtime as Interpreter, member, below));
    const span: Span = { file, start: 0, end: 0 };
    this.globals = new DictValue(span);
    this.package = isPackage ? name : name.slice(0, Math.max(0, name.lastIndexOf('.')));
    this.globals.set('__name__', str(name, span));
    this.globals.set('__package__', str(this.package, span));
    this.globals.set('__file__', str(file, span));
    const { globals } = this;
    const module = { file, text: '', lazy: false, baseModules: new Set<string>(), incomplete: undefined };
    this.frame = { kind: 'module', file, globals, locals: new Map(), parent: undefined, names: undefined, module, prefix: '' };
  }

  /** Runs it, if that has not been done. @throws PyError what it raises, the same each time; LimitError where it is too much, each time too */
  run(interpreter: Interpreter): void {
    if (this.failure) throw this.failure;
    if (this.state !== 'unread') return;
    this.state = 'running';
    const { node, nesting, callDepth, tries } = interpreter;
    interpreter.tries = 0;
    try {
      interpreter.within(this.frame, () => {
        this.execute(interpreter);
      });
    } catch (error) {
      if (error instanceof PyError || error instanceof LimitError) this.failure = error;
      throw error;
    } finally {
      Object.assign(interpreter, { node, nesting, callDepth, tries });
      this.state = 'done';
    }
  }

  /**
   * Looks up what it imports at its top from modules that are read from source, which otherwise waits until it is used.
   * @param follows whether the same is done with such a module; of others only the names are looked up
   * @throws PyError what importing raises; LimitError
   */
  settle(interpreter: Interpreter, follows: (module: ProgramModule) => boolean, seen = new Set<ProgramModule>()): void {
    if (seen.has(this)) return;
    seen.add(this);
    this.run(interpreter);
    for (const entry of [...this.globals.entries.values()]) {
      if (!(entry instanceof DeferredEntry)) continue;
      const { module } = entry;
      if (module instanceof ProgramModule) {
        if (module.file === nowhere.file) continue;
        if (follows(module)) module.settle(interpreter, follows, seen);
      }
      lookUp(entry);
    }
  }

  private execute(interpreter: Interpreter): void {
    const text = this.text();
    if (text === undefined) {
      this.frame.module.incomplete = `The module ${this.name} cannot be read.`;
      return;
    }
    this.frame.module.text = text;
    const { body, errors } = parsePython(this.file, text);
    const [first] = errors;
    if (first) {
      if (first.limit) this.frame.module.incomplete = first.message;
      else throw new PyError('SyntaxError', first.message, { file: this.file, start: first.start, end: first.end });
    }
    for (const statement of body) this.statement(interpreter, statement);
  }

  /** What depends on something unknown at the top of a module makes unknown what the statement could change. */
  private statement(interpreter: Interpreter, statement: Statement): void {
    const frames = interpreter.frames.length;
    const { nesting, callDepth } = interpreter;
    try {
      executeBlock(interpreter, [statement]);
    } catch (error) {
      if (!(error instanceof UnknownSignal)) throw error;
      interpreter.frames.length = frames;
      Object.assign(interpreter, { nesting, callDepth });
      invalidateEffects(interpreter, [statement], error.value);
    }
  }

  /** @throws PyError AttributeError where it is known that there is no such name; what running the module raises */
  private lookUp(interpreter: Interpreter, member: string, below: (member: string) => Value | undefined): Value {
    this.run(interpreter);
    const value = this.globals.get(member) ?? below(member);
    if (value) return value;
    const unknown = this.frame.module.incomplete ?? this.unfollowed();
    if (unknown !== undefined) return interpreter.unknown(unknown);
    throw new PyError('AttributeError', `module '${this.name}' has no attribute '${member}'`);
  }

  /** Why the module may have a name that it does not bind, as far as its own text tells. */
  private unfollowed(): string | undefined {
    if (this.globals.get('__getattr__')) return say`${this.name} has a __getattr__, which is not followed.`;
    return reachesOwnModule(this.frame.module.text)
      ? say`${this.name} may set names of its own as attributes, which is not followed.`
      : undefined;
  }
}

/** Only that the module has no such name is told: what a library raises as it is run is its own affair. @throws PyError ImportError; LimitError */
function lookUp(entry: DeferredEntry): void {
  try {
    return void entry.value;
  } catch (error) {
    const lacks =
      error instanceof PyError && error.text.startsWith('cannot import name ') && error.text.includes(`from '${entry.module.path}'`);
    if (lacks || !(error instanceof PyError)) throw error;
  }
}
