import { charge, checkSize, metered } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { defaultLimits } from '../../../core/evaluation.js';
import { say } from '../../../core/say.js';
import { DictValue, IntValue, ListValue, StrValue, type Value } from '../../../core/value.js';
import { TracedText } from '../../../core/traced-text.js';
import { evaluateSource } from '../../../python/interpreter/eval-source.js';
import { Interpreter, type Host } from '../../../python/interpreter/interpreter.js';
import { asInteger, iterateItems, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { PythonRandom } from '../../../random/python-random.js';
import { Fault } from '../values/fault.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** What a range that raises comes to: OpenCompass raises, AISBench takes all rows. */
export type BadRange = 'raises' | 'all';

/**
 * Checks the type of a `train_range` or `test_range`, as the reader does before it looks at rows.
 * @throws Fault argument-type
 */
export function checkRangeType(size: Value | undefined): void {
  if (isAbsentOrNone(size) || size.kind === 'unknown' || isRange(size)) return;
  throw new Fault(
    'argument-type',
    'TypeError',
    `Expected an object in [None, 'int', 'float', 'str'] type, but got ${pyStr(size).text}`,
    size.span,
  );
}

function isRange(size: Value): boolean {
  return size.kind === 'int' || size.kind === 'bool' || size.kind === 'float' || size.kind === 'str';
}

/**
 * The rows of a split that a range leaves, as positions in drawn order: `load_partial_dataset` of OpenCompass 0.5.3 and AISBench 3.1.0
 * (`openicl/icl_dataset_reader.py`). A number takes so many rows, or such a part of them, at random, seeded with the number itself.
 * @param size None, a number, or what stands behind `index_list` in a Python expression
 * @throws PyError what the expression raises, and TypeError for a float beyond 1; UnknownPrompt where it cannot be known
 */
export function partOf(count: number, size: Value | undefined, onBadRange: BadRange): readonly number[] {
  checkSize(count);
  charge(count);
  const all = (): number[] => Array.from({ length: count }, (_, i) => i);
  if (isAbsentOrNone(size)) return all();
  if (size.kind === 'unknown') throw new UnknownPrompt(size.reason, size.span);
  if (size.kind === 'str') return selected(size, count, onBadRange) ?? all();
  const number = size.kind === 'float' ? size.value : Number(asInteger(size));
  if (number >= count || number <= 0) return all();
  const whole = number < 1 ? Math.floor(number * count) : number;
  if (!Number.isInteger(whole) || (size.kind === 'float' && number >= 1))
    throw new PyError('TypeError', 'slice indices must be integers or None or have an __index__ method', size.span);
  return PythonRandom.ofInt(BigInt(whole)).shuffled(count).slice(0, whole);
}

/** `dataset.select(eval(f'index_list{size}'))`; undefined where it raises and that is passed over. */
function selected(size: StrValue, count: number, onBadRange: BadRange): readonly number[] | undefined {
  try {
    return positionsOf(evaluated(size, count), count);
  } catch (thrown) {
    if (onBadRange === 'all' && thrown instanceof PyError) return undefined;
    throw thrown;
  }
}

function evaluated(size: StrValue, count: number): Value {
  const { span } = size;
  const indices = new ListValue(() => Array.from({ length: count }, (_, i) => new IntValue(BigInt(i), span)), span);
  const globals = new DictValue(span);
  globals.set('index_list', indices);
  const { file } = span;
  const module = { file, text: '', lazy: false, baseModules: new Set<string>(), incomplete: undefined };
  const frame = {
    kind: 'module',
    file,
    globals,
    locals: new Map<string, Value>(),
    parent: undefined,
    names: undefined,
    module,
    prefix: '',
  } as const;
  const interpreter = new Interpreter(frame, defaultLimits, noHost);
  return metered(interpreter, () => evaluateSource(interpreter, new StrValue(TracedText.computed(`index_list${size.text}`, span), span)));
}

/** A range reaches for no file and no variable. */
const noHost: Host = {
  readFile: () => '',
  fileExists: () => false,
  environment: () => ({ kind: 'untrusted' }),
  assume: () => undefined,
};

/** What `Dataset.select` makes of the indices (datasets 3.6 `arrow_dataset.py`): negative ones count from the end. */
function positionsOf(value: Value, count: number): readonly number[] {
  if (value.kind === 'unknown') throw new UnknownPrompt(value.reason, value.span);
  const items = value.kind === 'str' || value.kind === 'dict' || value.kind === 'set' ? undefined : iterateItems(value);
  if (!items) throw new PyError('TypeError', `'${typeName(value)}' object is not iterable`, value.span);
  const positions: number[] = [];
  for (const item of items) {
    const index = item.kind === 'int' ? Number(item.value) : undefined;
    if (index === undefined) throw new UnknownPrompt(say`Which rows this range takes is not known.`, item.span);
    if (index >= count || index < -count)
      throw new PyError('IndexError', `Index ${String(index)} out of range for dataset of size ${String(count)}.`, item.span);
    positions.push(index < 0 ? index + count : index);
  }
  return positions;
}
