import type { Value } from '../../../core/value.js';

/** So many parts and characters are written out; comparing more costs more than it spares. */
const mostParts = 4_000;
const mostCharacters = 20_000;

/**
 * All that values say, as a text that other values have only if they say the same. Undefined where they say too much, or where what they are is more than
 * can be written out: an object, what is not known.
 */
export function spelled(values: readonly (Value | undefined)[]): string | undefined {
  const spelling = new Spelling();
  return values.every((value) => spelling.add(value)) ? spelling.text() : undefined;
}

class Spelling {
  private readonly parts: string[] = [];
  private left = mostCharacters;

  /** Whether there was room for it. */
  add(value: Value | undefined): boolean {
    switch (value?.kind) {
      case undefined:
      case 'none':
        return this.write(value ? 'none;' : '-');
      case 'str':
        return this.write(`s${String(value.text.length)}:`) && this.write(value.text);
      case 'bool':
      case 'int':
      case 'float':
        return this.write(`${value.kind} ${String(value.value)};`);
      case 'ref':
        return this.write(`${value.refKind} ${String(value.attribute)} ${value.from ?? ''} ${value.path};`);
      case 'list':
      case 'tuple':
        return this.write(value.kind) && value.items.every((item) => this.add(item)) && this.write('end;');
      case 'dict': {
        if (!this.write(value.className)) return false;
        for (const entry of value.entries.values()) if (!this.add(entry.key) || !this.add(entry.value)) return false;
        return this.write('end;');
      }
      default:
        return false;
    }
  }

  text(): string {
    return this.parts.join('');
  }

  private write(part: string): boolean {
    this.left -= part.length;
    this.parts.push(part);
    return this.left >= 0 && this.parts.length <= mostParts;
  }
}
