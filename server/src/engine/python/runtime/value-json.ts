import { pyRepr, pyStr } from './semantics.js';
import { typeName } from './type-name.js';
import type { DictValue, RefValue, SetValue, Value } from '../../core/value.js';

/** A value as JSON text, and the paths (`/x/0/y`) of the arrays in it that are tuples, which JSON cannot tell from lists. */
export interface ValueJson {
  readonly json: string;
  readonly tuplePaths: readonly string[];
}

const deepest = 900;
const largestPlain = 2n ** 53n;

/**
 * Writes a value as JSON without loss: dicts as objects in insertion order (`{"$dict": [[key, value], …]}` where a key is no plain string),
 * tuples as arrays, classes and lazily imported objects as `{"$ref": "module.name"}` (with `$kind` for functions, classes, modules), sets as
 * `{"$set": […]}`, integers beyond 2^53 as `{"$int": "…"}`, nan and infinities as `{"$float": "…"}`, what cannot be known as
 * `{"$unknown": reason}`, other objects as `{"$repr": "type: repr"}`. Floats always have a point or an exponent. Never throws.
 * @param writeRef writes a reference otherwise; undefined for one that is to be written as always
 */
export function toGolden(value: Value, writeRef?: (ref: RefValue) => string | undefined): ValueJson {
  const writer = new Writer(writeRef);
  return { json: writer.write(value, ''), tuplePaths: writer.tuplePaths };
}

class Writer {
  readonly tuplePaths: string[] = [];
  private readonly open = new Set<Value>();

  constructor(private readonly writeRef?: (ref: RefValue) => string | undefined) {}

  write(v: Value, path: string): string {
    switch (v.kind) {
      case 'none':
        return 'null';
      case 'bool':
        return v.value ? 'true' : 'false';
      case 'int':
        return v.value > largestPlain || v.value < -largestPlain ? `{"$int": "${String(v.value)}"}` : String(v.value);
      case 'float':
        return floatGolden(v.value);
      case 'str':
        return JSON.stringify(v.text);
      case 'ref':
        return this.writeRef?.(v) ?? refJson(v.path, v.refKind === 'lazy' ? undefined : v.refKind);
      case 'callable':
        return refJson(v.path, v.callableKind);
      case 'unknown':
        return object('$unknown', JSON.stringify(v.reason));
      case 'bytes':
      case 'object':
        return object('$repr', JSON.stringify(`${qualifiedType(v)}: ${pyRepr(v).text}`));
      default:
        return this.container(v, path);
    }
  }

  private container(v: Value, path: string): string {
    if (this.open.has(v)) return object('$unknown', '"a value that contains itself"');
    if (this.open.size > deepest) return object('$unknown', '"a value nested too deeply to be written"');
    this.open.add(v);
    const json = this.members(v, path);
    this.open.delete(v);
    return json;
  }

  private members(v: Value, path: string): string {
    switch (v.kind) {
      case 'tuple':
        this.tuplePaths.push(path);
        return this.array(v.items, path);
      case 'list':
        return this.array(v.items, path);
      case 'set':
        return object('$set', `[${this.sorted(v).join(', ')}]`);
      default:
        return this.dict(v as DictValue, path);
    }
  }

  private array(items: readonly Value[], path: string): string {
    return `[${items.map((item, i) => this.write(item, `${path}/${String(i)}`)).join(', ')}]`;
  }

  private dict(v: DictValue, path: string): string {
    const entries = [...v.entries.values()];
    if (entries.every(({ key }) => key.kind === 'str' && isPlainKey(key.text))) {
      const parts = entries.map((e) => {
        const name = e.key.kind === 'str' ? e.key.text : '';
        return `${JSON.stringify(name)}: ${this.write(e.value, `${path}/${name}`)}`;
      });
      return `{${parts.join(', ')}}`;
    }
    const pairs = entries.map((e) => {
      const key = new Writer().write(e.key, '');
      return `[${key}, ${this.write(e.value, `${path}/${pyStr(e.key).text}`)}]`;
    });
    return object('$dict', `[${pairs.join(', ')}]`);
  }

  /** A set has no order of its own: numbers rise, the rest goes by its JSON text. */
  private sorted(set: SetValue): string[] {
    const parts = [...set.members.values()].map((member) => this.write(member, ''));
    return parts.sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  }
}

function object(key: string, json: string): string {
  return `{"${key}": ${json}}`;
}

function refJson(path: string, kind: string | undefined): string {
  const ref = `"$ref": ${JSON.stringify(path)}`;
  return kind === undefined ? `{${ref}}` : `{${ref}, "$kind": "${kind}"}`;
}

/** Keys that look like an index, start with `$` or are `__proto__` do not survive in a JSON object read by JavaScript. */
function isPlainKey(key: string): boolean {
  return !/^-?\d+$/.test(key) && !key.startsWith('$') && key !== '__proto__';
}

function floatGolden(value: number): string {
  if (Number.isNaN(value)) return object('$float', '"nan"');
  if (!Number.isFinite(value)) return object('$float', value > 0 ? '"inf"' : '"-inf"');
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : text + '.0';
}

/** The name of a value's type with its module, as far as objects of modules occur in configs. */
function qualifiedType(v: Value): string {
  const name = typeName(v);
  return `${typeHomes.get(name) ?? 'builtins'}.${name}`;
}

const typeHomes = new Map([
  ['TextIOWrapper', '_io'],
  ['date', 'datetime'],
  ['datetime', 'datetime'],
  ['_Feature', '__future__'],
  ['_lru_cache_wrapper', 'functools'],
  ['partial', 'functools'],
  ...['attrgetter', 'itemgetter', 'methodcaller'].map((name) => [name, 'operator'] as const),
  ...['_CallableType', '_LiteralSpecialForm', '_SpecialForm', '_SpecialGenericAlias', '_TupleType'].map(
    (name) => [name, 'typing'] as const,
  ),
]);
