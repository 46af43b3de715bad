import { jsonToValue } from '../json/json-values.js';
import { toGolden } from '../python/runtime/value-json.js';
import { textOf, type DictValue, type ListValue, type Value } from '../core/value.js';

/** The request cannot be understood; the message is a sentence for who wrote it. */
export class BadRequest extends Error {}

/** One request: a JSON object. Its values keep the difference between 1 and 1.0. */
export class Request {
  private constructor(private readonly fields: DictValue) {}

  /** @throws BadRequest where the line is no JSON object */
  static parse(line: string): Request {
    let value: Value;
    try {
      value = jsonToValue(line, 'request');
    } catch (error) {
      throw new BadRequest(`The line is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (value.kind !== 'dict') throw new BadRequest('A request must be a JSON object.');
    return new Request(value);
  }

  /** The request's `id` as JSON, `null` where it has none. */
  get id(): string {
    const id = this.fields.get('id');
    return id === undefined ? 'null' : toGolden(id).json;
  }

  value(name: string): Value | undefined {
    const value = this.fields.get(name);
    return value?.kind === 'none' ? undefined : value;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** @throws BadRequest where the field is absent or no string */
  text(name: string): string {
    const text = textOf(this.value(name));
    if (text === undefined) throw new BadRequest(`"${name}" must be a string.`);
    return text;
  }

  /** @throws BadRequest where the field is there and no whole number from 0 */
  index(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (value.kind !== 'int' || value.value < 0n || value.value > BigInt(Number.MAX_SAFE_INTEGER))
      throw new BadRequest(`"${name}" must be a whole number from 0.`);
    return Number(value.value);
  }

  /** @throws BadRequest where the field is absent or no object */
  dict(name: string): DictValue {
    const value = this.value(name);
    if (value?.kind !== 'dict') throw new BadRequest(`"${name}" must be an object.`);
    return value;
  }

  /** @throws BadRequest where the field is absent or no list */
  list(name: string): ListValue {
    const value = this.value(name);
    if (value?.kind !== 'list') throw new BadRequest(`"${name}" must be a list.`);
    return value;
  }
}
