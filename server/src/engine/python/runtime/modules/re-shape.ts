/** A pattern of Python's module `re`, read. */
export type PatternShape =
  /** One character; `source` is how JavaScript writes the class. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly which: Assertion }
  /** What a group before it has found, once more; `empty`: whether that may be nothing. */
  | { readonly kind: 'reference'; readonly number: number; readonly empty: boolean }
  /** `(?(1)yes|no)` */
  | { readonly kind: 'condition'; readonly number: number; readonly yes: PatternShape; readonly no: PatternShape }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternShape[] }
  | { readonly kind: 'choice'; readonly branches: readonly PatternShape[] }
  | {
      readonly kind: 'repetition';
      readonly of: PatternShape;
      readonly min: number;
      readonly max: number | undefined;
      readonly lazy: boolean;
    }
  /** A group that captures. */
  | { readonly kind: 'group'; readonly number: number; readonly of: PatternShape }
  /** `width`: how many characters a look behind goes back. */
  | { readonly kind: 'look'; readonly ahead: boolean; readonly negative: boolean; readonly of: PatternShape; readonly width: number };

/** `end` is that of the text, `lastLine` also stands before a line break that ends it. */
export type Assertion =
  | 'start'
  | 'lineStart'
  | 'end'
  | 'lastLine'
  | 'lineEnd'
  | 'boundary'
  | 'notBoundary'
  | 'asciiBoundary'
  | 'notAsciiBoundary';

/** How many characters a shape matches; undefined where that differs from match to match. */
export function widthOf(shape: PatternShape): number | undefined {
  switch (shape.kind) {
    case 'character':
      return 1;
    // CPython 3.11 `re/_parser.py` knows the width of the group; what is within a look behind is not followed here.
    case 'reference':
      return undefined;
    case 'assertion':
    case 'look':
      return 0;
    case 'group':
      return widthOf(shape.of);
    case 'repetition': {
      const width = widthOf(shape.of);
      return width === undefined || shape.min !== shape.max ? undefined : width * shape.min;
    }
    case 'sequence': {
      let sum: number | undefined = 0;
      for (const part of shape.parts) {
        const width = widthOf(part);
        sum = sum === undefined || width === undefined ? undefined : sum + width;
      }
      return sum;
    }
    case 'condition': {
      const width = widthOf(shape.yes);
      return width === widthOf(shape.no) ? width : undefined;
    }
    case 'choice': {
      const widths = new Set(shape.branches.map(widthOf));
      return widths.size === 1 ? [...widths][0] : undefined;
    }
  }
}

/** Whether a group that captures is inside. */
export function captures(shape: PatternShape): boolean {
  switch (shape.kind) {
    case 'character':
    case 'assertion':
    case 'reference':
      return false;
    case 'group':
      return true;
    case 'condition':
      return captures(shape.yes) || captures(shape.no);
    case 'sequence':
      return shape.parts.some(captures);
    case 'choice':
      return shape.branches.some(captures);
    default:
      return captures(shape.of);
  }
}

/** Whether the shape can match nothing. */
export function nullable(shape: PatternShape): boolean {
  switch (shape.kind) {
    case 'character':
      return false;
    case 'assertion':
    case 'look':
      return true;
    case 'reference':
      return shape.empty;
    case 'group':
      return nullable(shape.of);
    case 'repetition':
      return shape.min === 0 || nullable(shape.of);
    case 'condition':
      return nullable(shape.yes) || nullable(shape.no);
    case 'sequence':
      return shape.parts.every(nullable);
    case 'choice':
      return shape.branches.some(nullable);
  }
}
