import { valueError } from '../call-arguments.js';

/** A parsed format specification: `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`. */
export interface Spec {
  readonly fill: string;
  readonly align: '' | '<' | '>' | '=' | '^';
  readonly sign: '' | '+' | '-' | ' ';
  readonly noNegativeZero: boolean;
  readonly alternate: boolean;
  /** -1 where there is none. */
  readonly width: number;
  readonly grouping: '' | ',' | '_';
  readonly precision: number | undefined;
  /** One character, or '' where none is given. */
  readonly type: string;
}

const aligns = '<>=^';
const longestNumber = 9007199254740991;

class Reader {
  private readonly characters: readonly string[];
  private at = 0;

  constructor(text: string) {
    this.characters = [...text];
  }

  peek(ahead = 0): string {
    return this.characters[this.at + ahead] ?? '';
  }

  next(): string {
    return this.characters[this.at++] ?? '';
  }

  take(wanted: string): boolean {
    if (this.peek() !== wanted) return false;
    this.at++;
    return true;
  }

  number(): number | undefined {
    let text = '';
    while (/^[0-9]$/.test(this.peek())) text += this.next();
    if (text === '') return undefined;
    if (text.length > 19 || Number(text) > longestNumber) throw valueError('Too many decimal digits in format string');
    return Number(text);
  }

  get left(): number {
    return this.characters.length - this.at;
  }
}

/**
 * Reads a format specification.
 * @param typeName for the texts of errors
 * @throws PyError ValueError as CPython 3.11 does
 */
export function parseSpec(text: string, typeName: string, defaultAlign: '<' | '>'): Spec {
  const reader = new Reader(text);
  let { fill, align } = readAlign(reader);
  const sign = '+- '.includes(reader.peek()) && reader.peek() !== '' ? (reader.next() as Spec['sign']) : '';
  const noNegativeZero = reader.take('z');
  const alternate = reader.take('#');
  if (fill === '' && reader.peek() === '0') {
    reader.next();
    fill = '0';
    if (align === '' && defaultAlign === '>') align = '=';
  }
  const width = reader.number() ?? -1;
  const grouping = readGrouping(reader);
  const precision = readPrecision(reader);
  if (reader.left > 1) throw valueError(`Invalid format specifier '${text}' for object of type '${typeName}'`);
  const type = reader.next();
  if (grouping !== '') checkGrouping(grouping, type);
  return { fill: fill === '' ? ' ' : fill, align, sign, noNegativeZero, alternate, width, grouping, precision, type };
}

function readAlign(reader: Reader): { fill: string; align: Spec['align'] } {
  const isAlign = (c: string): boolean => c !== '' && aligns.includes(c);
  if (isAlign(reader.peek(1))) return { fill: reader.next(), align: reader.next() as Spec['align'] };
  return { fill: '', align: isAlign(reader.peek()) ? (reader.next() as Spec['align']) : '' };
}

function readGrouping(reader: Reader): Spec['grouping'] {
  const comma = reader.take(',');
  const underscore = reader.take('_');
  if (comma && underscore) throw valueError("Cannot specify both ',' and '_'.");
  if (underscore && reader.take(',')) throw valueError("Cannot specify both ',' and '_'.");
  return comma ? ',' : underscore ? '_' : '';
}

function readPrecision(reader: Reader): number | undefined {
  if (!reader.take('.')) return undefined;
  const precision = reader.number();
  if (precision === undefined) throw valueError('Format specifier missing precision');
  return precision;
}

function checkGrouping(grouping: ',' | '_', type: string): void {
  if (type === '' || 'defgEG%F'.includes(type)) return;
  if (grouping === '_' && 'boxX'.includes(type)) return;
  throw valueError(`Cannot specify '${grouping}' with '${type}'.`);
}
