import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { BoolValue, DictValue, IntValue, NoneValue, RefValue, str, TupleValue, UnknownValue, type Value } from '../../../core/value.js';
import { DatasetValue } from '../../../data/datasets/dataset-value.js';
import { bindMethod } from '../../../python/interpreter/calls.js';
import { ClassValue, FunctionValue, InstanceValue } from '../../../python/runtime/class-objects.js';
import { notedMetadata } from '../values/noted-metadata.js';
import { deepCopy } from '../../../python/runtime/operators/deep-copy.js';
import { bind } from '../../../python/runtime/call-arguments.js';
import { equals, typeName } from '../../../python/runtime/semantics.js';
import { pythonFunction, type ModuleFunction } from '../../../python/runtime/modules/module.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import type { Arguments } from '../../../python/runtime/runtime.js';
import { baseClassesFile } from './base-classes.js';
import type { TaskProgram } from './task-program.js';

/** Methods by which a class would do the harness's work in its own way: then nothing is known of its prompts. */
const ownWays = [
  'build_all_requests',
  'doc_iterator',
  'eval_docs',
  'build_qa_turn',
  'multiple_input_context',
  'doc_to_prefix',
  'resolve_field',
  'instances',
  'sampler',
  'set_fewshot_seed',
  'get_config',
  'set_config',
];

/** Methods that stand for the field of the same name. */
const fieldMethods = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

/** Methods that are followed where the class defines them, and not where an object of it has another one in their place. */
const askedMethods = [...fieldMethods, 'fewshot_context', 'construct_requests'];

/** Methods that make the rows. */
const rowMethods = ['training_docs', 'validation_docs', 'test_docs', 'fewshot_docs', 'download'];

/** How `fewshot_context` is called for a row. */
export interface ContextAsked {
  readonly shots: number;
  readonly systemInstruction: string | undefined;
  readonly asTurns: boolean;
  /** `lm.apply_chat_template`; undefined without a chat template. */
  readonly chatTemplate: Value | undefined;
  readonly prefix: Value;
}

/** A request as `construct_requests` makes it. */
export interface ClassRequest {
  readonly type: string;
  readonly arguments: readonly Value[];
}

/**
 * An object of a task's class, made as the harness makes it (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_build_task`; until 0.4.11 `tasks/__init__.py`,
 * `_load_individual_task_or_group`): `class: !function module.Name`.
 * All that it is asked may raise PyError, which is what its code raises, and LimitError.
 */
export class ClassTask {
  /**
   * What a YAML file would say to the same end: the config of the object, whose methods stand as functions in the fields that they take the place of.
   */
  readonly config: DictValue;
  private readonly methods = new Map<Value, (doc: Value) => Value>();

  private constructor(
    private readonly program: TaskProgram,
    private readonly object: InstanceValue,
    private readonly ref: RefValue,
    private readonly release: HarnessRelease,
    given: DictValue,
    references: ReadonlyMap<Value, Value>,
  ) {
    this.config = this.asConfig(given, references);
  }

  /** @param given the config in the file. @throws PyError what making the object raises */
  static of(program: TaskProgram, ref: RefValue, given: DictValue, release: HarnessRelease): ClassTask | UnknownValue {
    const cls = program.function(ref);
    if (cls.kind === 'unknown') return cls;
    const unfollowed = (reason: string): UnknownValue => new UnknownValue(reason, ref.span);
    if (!(cls instanceof ClassValue)) return unfollowed(say`${ref.path} is no class that is followed.`);
    const base = cls.ancestors.find(({ name, span }) => name === 'ConfigurableTask' && span.file === baseClassesFile);
    if (!base) return unfollowed(say`${ref.path} does not derive from ConfigurableTask, which alone is followed.`);
    const own = ownWays.find((name) => cls.find(name) !== (base.members.get(name) ?? base.find(name)));
    if (own !== undefined) return unfollowed(say`${ref.path} has ${own} of its own, which is not followed.`);
    const references = new Map<Value, Value>();
    const args = argumentsFor(program, cls, given, references, release);
    const made = program.callWith(cls, args);
    const object = made instanceof InstanceValue ? made : withoutData(program, cls, args);
    if (!(object instanceof InstanceValue)) return object.kind === 'unknown' ? object : unfollowed(say`${ref.path} is not followed.`);
    const put = [...ownWays, ...askedMethods].find((name) => object.attributes.has(name));
    if (put !== undefined) return unfollowed(say`${ref.path} has ${put} of its own, which is not followed.`);
    const config = object.attributes.get('_config');
    if (!(config instanceof InstanceValue))
      return config?.kind === 'unknown' ? config : unfollowed(say`The config that ${ref.path} makes is not followed.`);
    return new ClassTask(program, object, ref, release, given, references);
  }

  /** Whether the class makes its rows in a way of its own. */
  get makesRows(): boolean {
    return rowMethods.some((name) => this.overrides(name));
  }

  /** Whether the class puts its prompts together itself. */
  get makesContexts(): boolean {
    return this.overrides('fewshot_context');
  }

  /** What a field's method makes of a row; undefined for a field that is no method of the class. */
  method(field: RefValue): ((doc: Value) => Value) | undefined {
    return this.methods.get(field);
  }

  /** The rows that are asked. @throws PyError AttributeError for what is no `Dataset` */
  documents(): Value {
    const docs = this.attribute('eval_docs');
    if (docs.kind === 'unknown' || docs instanceof DatasetValue) return docs;
    throw new PyError('AttributeError', `'${typeName(docs)}' object has no attribute 'features'`, this.ref.span);
  }

  /** The rows that shots are drawn from. */
  pool(): Value {
    return this.ask('fewshot_docs', []);
  }

  /**
   * `fewshot_context` as the release calls it.
   * @param inherited what the method of `ConfigurableTask` gives, where the class asks that: it gets all arguments by name
   */
  context(doc: Value, asked: ContextAsked, inherited: (given: ReadonlyMap<string, Value>) => Value): Value {
    const { contextArguments } = this.release;
    const given: Readonly<Record<string, Value>> = {
      num_fewshot: intOf(asked.shots),
      system_instruction: asked.systemInstruction === undefined ? none : str(asked.systemInstruction, nowhere),
      apply_chat_template: new BoolValue(asked.chatTemplate !== undefined, nowhere),
      fewshot_as_multiturn: new BoolValue(asked.asTurns, nowhere),
      chat_template: asked.chatTemplate ?? none,
    };
    const names = ['doc', ...Object.keys(given), ...(contextArguments === 'ordered' ? [] : ['gen_prefix'])];
    const expected = new Map([['doc', doc], ...Object.entries(given), ['gen_prefix', asked.prefix]]);
    this.program.bases.answerContext(inheritedContext(names, expected, inherited));
    if (contextArguments === 'named') return this.ask('fewshot_context', [doc], { ...given, gen_prefix: asked.prefix });
    const ordered = [doc, ...Object.values(given)];
    return this.ask('fewshot_context', ordered, contextArguments === 'ordered' ? {} : { gen_prefix: asked.prefix });
  }

  /** `construct_requests`. @param index the number of the row */
  requests(doc: Value, context: Value, index: number, chat: boolean): readonly ClassRequest[] | UnknownValue {
    const metadata = new TupleValue([this.config.get('task') ?? none, intOf(index), this.config.get('repeats') ?? intOf(1)], nowhere);
    const made = this.ask('construct_requests', [], {
      doc,
      ctx: context,
      metadata,
      ...this.chatArguments(chat),
    });
    if (made.kind === 'unknown') return made;
    const instances = made.kind === 'list' ? made.items : [made];
    const requests: ClassRequest[] = [];
    for (const instance of instances) {
      const request = requestOf(instance);
      if (!request) return new UnknownValue(say`What construct_requests of ${this.ref.path} gives is not followed.`, this.ref.span);
      requests.push(request);
    }
    return requests;
  }

  private chatArguments(chat: boolean): Readonly<Record<string, Value>> {
    const { requestsKnowChat } = this.release;
    if (requestsKnowChat === 'nothing') return {};
    const whether = { apply_chat_template: new BoolValue(chat, nowhere) };
    if (requestsKnowChat === 'whether') return whether;
    return { ...whether, chat_template: chat ? new UnknownValue(say`The chat template is not followed there.`, nowhere) : none };
  }

  private overrides(name: string): boolean {
    return this.object.ofClass.find(name)?.span.file !== baseClassesFile;
  }

  private attribute(name: string): Value {
    const { program } = this.program;
    return program.run(() => program.interpreter.getAttribute(this.object, name));
  }

  private ask(name: string, positional: readonly Value[], keywords: Readonly<Record<string, Value>> = {}): Value {
    const method = this.attribute(name);
    if (method.kind === 'unknown') return method;
    return this.program.callWith(method, { positional, keywords: new Map(Object.entries(keywords)) });
  }

  private asConfig(given: DictValue, references: ReadonlyMap<Value, Value>): DictValue {
    const dict = new DictValue(given.span);
    const task = given.entry('task');
    if (task) dict.set('task', task.value, task.keySpan);
    const { attributes } = this.object.attributes.get('_config') as InstanceValue;
    for (const [name, value] of attributes) {
      const kept = this.fieldOf(value, references);
      if (kept && name !== 'task' && name !== 'process_docs' && name !== 'class') dict.set(name, kept, given.entry(name)?.keySpan);
    }
    const shots = new DictValue(given.span);
    const own = dict.get('fewshot_config');
    if (own?.kind === 'dict') for (const { key, value } of own.entries.values()) if (key.kind === 'str') shots.set(key.text, value);
    for (const name of fieldMethods) {
      if (!this.overrides(name) || (name === 'doc_to_choice' && !dict.entry(name))) continue;
      const field = dict.get(name) ?? none;
      const forShots = shots.get(name) ?? field;
      const raw = attributes.get(name) ?? none;
      dict.set(
        name,
        this.reference(name, (doc) => this.ask(name, [doc])),
      );
      const asked = this.askedForShots(name, forShots === field ? raw : forShots, shots.entry(name) !== undefined);
      if (asked) shots.set(name, asked);
    }
    if (shots.entries.size > 0) dict.set('fewshot_config', shots);
    // The rows come from the class, whatever splits its config names.
    if (!dict.entry('test_split') && !dict.entry('validation_split')) dict.set('validation_split', str('validation', nowhere));
    return dict;
  }

  /**
   * A field of shots: its method is given the field too (`api/task.py`, `build_qa_turn`); until 0.4.9.2 only, and by name, where it stands in `fewshot_config`
   * (`api/samplers.py`, `ContextSampler`). Undefined where shots are made as the row is.
   */
  private askedForShots(name: string, field: Value, given: boolean): Value | undefined {
    if (this.release.build !== 'texts') return this.reference(name, (doc) => this.ask(name, [doc, field]));
    return given ? this.reference(name, (doc) => this.ask(name, [doc], { [name]: field })) : undefined;
  }

  /** A value of the object's config as the file has it; undefined for what is the harness's own. */
  private fieldOf(value: Value, references: ReadonlyMap<Value, Value>): Value | undefined {
    const written = references.get(value);
    if (written) return written;
    if (value.kind === 'none' || value.span.file === baseClassesFile) return undefined;
    if (value instanceof FunctionValue) return this.reference(value.path, (doc) => this.program.call(value, doc));
    return value;
  }

  private reference(name: string, call: (doc: Value) => Value): RefValue {
    const ref = new RefValue(`${this.ref.path}.${name}`, this.ref.span, 'function', this.ref.from);
    this.methods.set(ref, call);
    return ref;
  }
}

const none = new NoneValue(nowhere);
const isFalse = new BoolValue(false, nowhere);

function intOf(value: number): Value {
  return new IntValue(BigInt(value), nowhere);
}

/** `ConfigurableTask.fewshot_context` for the row that is asked: for any other call what it gives is not known. */
function inheritedContext(
  names: readonly string[],
  expected: ReadonlyMap<string, Value>,
  answer: (given: ReadonlyMap<string, Value>) => Value,
): ModuleFunction {
  return (_, args) => {
    const values = bind('fewshot_context', args, names, 2);
    const usual = (name: string): Value => (name.startsWith('apply_') || name.startsWith('fewshot_') ? isFalse : none);
    const given = new Map(names.map((name, i) => [name, values[i] ?? usual(name)]));
    const other = names.find((name) => !alike(given.get(name)!, expected.get(name)!));
    if (other === undefined) return answer(given);
    return new UnknownValue(say`What fewshot_context gives for another ${other} is not followed.`, nowhere);
  };
}

function alike(a: Value, b: Value): boolean {
  return a === b || equals(a, b) === true;
}

/** `cls(config=cfg)` where its constructor has a parameter of that name, else `cls()`. */
function argumentsFor(
  program: TaskProgram,
  cls: ClassValue,
  given: DictValue,
  references: Map<Value, Value>,
  release: HarnessRelease,
): Arguments {
  const init = cls.find('__init__');
  if (release.classConfig === 'none' || !takesConfig(init)) return { positional: [], keywords: new Map() };
  const config = new DictValue(given.span);
  for (const { key, keySpan, value } of given.entries.values()) {
    if (key.kind !== 'str' || (release.classConfig === 'popped' && key.text === 'class')) continue;
    const called = value.kind === 'ref' ? program.function(value) : undefined;
    if (called) references.set(called, value);
    config.set(key.text, called ?? program.program.run(() => deepCopy(value)), keySpan);
  }
  const keywords = new Map([['config', config]]);
  if (!release.notesConfigSource) return { positional: [], keywords };
  config.set('metadata', notedMetadata(config));
  return { positional: [], keywords };
}

/** `_ctor_accepts_config`: a `**kwargs` does not count. */
function takesConfig(init: Value | undefined): boolean {
  if (!(init instanceof FunctionValue)) return false;
  const { positionalOnly, positional, keywordOnly } = init.node.parameters;
  return [...positionalOnly, ...positional, ...keywordOnly].some(({ name }) => name.name === 'config');
}

/** The object without its data, where that is what is not known of it. */
function withoutData(program: TaskProgram, cls: ClassValue, args: Arguments): Value {
  const object = new InstanceValue(cls, cls.span);
  const reason = new UnknownValue(say`The data of the task is not here.`, nowhere);
  object.attributes.set('dataset', reason);
  object.attributes.set(
    'download',
    pythonFunction('download', () => none),
  );
  const init = cls.find('__init__');
  const made = init && program.callWith(bindMethod(init, object), args);
  return object.attributes.has('_config') ? object : (made ?? reason);
}

function requestOf(instance: Value): ClassRequest | undefined {
  if (!(instance instanceof InstanceValue) || instance.ofClass.name !== 'Instance') return undefined;
  const type = instance.attributes.get('request_type');
  const given = instance.attributes.get('arguments');
  if (type?.kind !== 'str' || !given) return undefined;
  return { type: type.text, arguments: given.kind === 'tuple' ? given.items : [given] };
}
