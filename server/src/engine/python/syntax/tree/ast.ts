import type { FileId, Span } from '../../../core/span.js';
import type { TracedText } from '../../../core/traced-text.js';

/**
 * Our own syntax tree of a Python document, after CPython's `ast` (3.11 grammar). Only `parse.ts` knows how it arises. Offsets are UTF-16
 * into the document's text; `span(module, node)` makes a Span of a node.
 */
export interface Module {
  readonly file: FileId;
  readonly body: readonly Statement[];
  /** In order of place. A module with errors is still a tree of all that could be understood. */
  readonly errors: readonly SyntaxProblem[];
}

export interface SyntaxProblem {
  readonly start: number;
  readonly end: number;
  /** What is wrong and what to do: `'(' was never closed`. */
  readonly message: string;
  /** Text to put in place of what stands at the range, where there is one obvious repair (full-width punctuation). */
  readonly replacement?: string;
  /** The text may be right: it is more than is read here. */
  readonly limit?: true;
  /** Which part of CPython complains, where that is not its parser. */
  readonly stage?: SyntaxStage;
  /** Where CPython's parser is when it sees the problem, if that is further on than `start`. */
  readonly seenAt?: number;
}

/**
 * The `tokenizer` says at once what it cannot read; at an indentation that fits nothing it just `stops`; what the `compiler` refuses has been parsed
 * without a complaint.
 */
export type SyntaxStage = 'tokenizer' | 'stop' | 'compiler';

export interface At {
  readonly start: number;
  readonly end: number;
}

export function spanOf(file: FileId, node: At): Span {
  return { file, start: node.start, end: node.end };
}

export type Statement =
  | ExpressionStatement
  | Assign
  | AugAssign
  | AnnAssign
  | Delete
  | Pass
  | Break
  | Continue
  | Return
  | Raise
  | Assert
  | GlobalStatement
  | Import
  | ImportFrom
  | If
  | For
  | While
  | Try
  | With
  | MatchStatement
  | FunctionDef
  | ClassDef
  | Unsupported;

export interface ExpressionStatement extends At {
  readonly type: 'ExpressionStatement';
  readonly value: Expression;
}
export interface Assign extends At {
  readonly type: 'Assign';
  readonly targets: readonly Expression[];
  readonly value: Expression;
}
/** `op` without its `=`: `+`, `//`. */
export interface AugAssign extends At {
  readonly type: 'AugAssign';
  readonly target: Expression;
  readonly op: BinaryOperator;
  readonly value: Expression;
}
export interface AnnAssign extends At {
  readonly type: 'AnnAssign';
  readonly target: Expression;
  readonly annotation: Expression;
  readonly value: Expression | undefined;
}
export interface Delete extends At {
  readonly type: 'Delete';
  readonly targets: readonly Expression[];
}
export interface Pass extends At {
  readonly type: 'Pass';
}
export interface Break extends At {
  readonly type: 'Break';
}
export interface Continue extends At {
  readonly type: 'Continue';
}
export interface Return extends At {
  readonly type: 'Return';
  readonly value: Expression | undefined;
}
export interface Raise extends At {
  readonly type: 'Raise';
  readonly exception: Expression | undefined;
  readonly cause: Expression | undefined;
}
export interface Assert extends At {
  readonly type: 'Assert';
  readonly test: Expression;
  readonly message: Expression | undefined;
}
export interface GlobalStatement extends At {
  readonly type: 'Global';
  readonly nonlocal: boolean;
  readonly names: readonly Identifier[];
}
/** `name` is dotted for imports (`a.b.c`); its range is that of the name alone. */
export interface Identifier extends At {
  readonly name: string;
}
export interface Alias extends At {
  readonly name: Identifier;
  readonly asName: Identifier | undefined;
}
export interface Import extends At {
  readonly type: 'Import';
  readonly names: readonly Alias[];
}
export interface ImportFrom extends At {
  readonly type: 'ImportFrom';
  /** Leading dots. */
  readonly level: number;
  /** '' for `from . import x`. */
  readonly module: string;
  /** Dots and module together. */
  readonly moduleRange: At;
  /** Empty for `import *`. */
  readonly names: readonly Alias[];
  readonly star: boolean;
}
export interface If extends At {
  readonly type: 'If';
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}
export interface For extends At {
  readonly type: 'For';
  readonly async: boolean;
  readonly target: Expression;
  readonly iter: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}
export interface While extends At {
  readonly type: 'While';
  readonly test: Expression;
  readonly body: readonly Statement[];
  readonly orelse: readonly Statement[];
}
export interface ExceptHandler extends At {
  readonly exception: Expression | undefined;
  readonly name: Identifier | undefined;
  readonly body: readonly Statement[];
}
export interface Try extends At {
  readonly type: 'Try';
  readonly body: readonly Statement[];
  readonly handlers: readonly ExceptHandler[];
  readonly orelse: readonly Statement[];
  readonly finalbody: readonly Statement[];
}
export interface WithItem extends At {
  readonly context: Expression;
  readonly target: Expression | undefined;
}
export interface With extends At {
  readonly type: 'With';
  readonly async: boolean;
  readonly items: readonly WithItem[];
  readonly body: readonly Statement[];
}
export interface MatchCase extends At {
  readonly pattern: Pattern;
  readonly guard: Expression | undefined;
  readonly body: readonly Statement[];
}
export interface MatchStatement extends At {
  readonly type: 'Match';
  readonly subject: Expression;
  readonly cases: readonly MatchCase[];
}
/** What a `case` asks for. A name that it binds is `undefined` where `_` stands. */
export type Pattern =
  | { readonly what: 'value'; readonly value: Expression }
  | { readonly what: 'capture'; readonly name: Identifier | undefined }
  | { readonly what: 'sequence'; readonly before: readonly Pattern[]; readonly rest: SequenceRest | undefined }
  | { readonly what: 'mapping'; readonly entries: readonly MappingEntry[]; readonly rest: Identifier | undefined }
  | {
      readonly what: 'class';
      readonly type: Name | Attribute;
      readonly positional: readonly Pattern[];
      readonly keywords: readonly KeywordPattern[];
    }
  | { readonly what: 'any'; readonly of: readonly Pattern[] }
  | { readonly what: 'as'; readonly pattern: Pattern; readonly name: Identifier };
/** `*name`, and what stands behind it. */
export interface SequenceRest {
  readonly name: Identifier | undefined;
  readonly after: readonly Pattern[];
}
export interface MappingEntry {
  readonly key: Expression;
  readonly pattern: Pattern;
}
export interface KeywordPattern {
  readonly name: Identifier;
  readonly pattern: Pattern;
}
export interface FunctionDef extends At {
  readonly type: 'FunctionDef';
  readonly async: boolean;
  readonly name: Identifier;
  readonly parameters: Parameters;
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  /** The annotation behind `->`. */
  readonly returns: Expression | undefined;
  /** The body holds a `yield`: calling makes a generator. */
  readonly generator: boolean;
}
export interface ClassDef extends At {
  readonly type: 'ClassDef';
  readonly name: Identifier;
  readonly bases: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
}
/** Valid Python that no config needs (`type`), or that is not understood (some `match`): `what` names it. */
export interface Unsupported extends At {
  readonly type: 'Unsupported';
  readonly what: string;
}

export interface Parameter extends At {
  readonly name: Identifier;
  readonly annotation: Expression | undefined;
  readonly defaultValue: Expression | undefined;
}
export interface Parameters {
  readonly positionalOnly: readonly Parameter[];
  readonly positional: readonly Parameter[];
  readonly varArgs: Parameter | undefined;
  readonly keywordOnly: readonly Parameter[];
  readonly kwArgs: Parameter | undefined;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**' | '@' | '<<' | '>>' | '&' | '|' | '^';
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in' | 'is' | 'is not';

export type Expression =
  | Name
  | Constant
  | Int
  | Float
  | Complex
  | StringLiteral
  | BytesLiteral
  | FString
  | TupleExpression
  | ListExpression
  | SetExpression
  | DictExpression
  | Comprehension
  | BinaryOperation
  | UnaryOperation
  | BooleanOperation
  | Comparison
  | Conditional
  | NamedExpression
  | Lambda
  | Call
  | Attribute
  | Subscript
  | Slice
  | Starred
  | Yield
  | Await
  | Missing;

export interface Name extends At {
  readonly type: 'Name';
  readonly name: string;
}
export interface Constant extends At {
  readonly type: 'Constant';
  readonly value: 'None' | 'True' | 'False' | 'Ellipsis';
}
export interface Int extends At {
  readonly type: 'Int';
  readonly value: bigint;
}
export interface Float extends At {
  readonly type: 'Float';
  readonly value: number;
}
export interface Complex extends At {
  readonly type: 'Complex';
  readonly text: string;
}
/** One string, or several implicitly concatenated; `traced` is decoded, its pieces lead to the literals (an escape sequence is a piece of its own, not exact). */
export interface StringLiteral extends At {
  readonly type: 'String';
  readonly traced: TracedText;
}
/** Code units below 256. */
export interface BytesLiteral extends At {
  readonly type: 'Bytes';
  readonly bytes: string;
}
/** At least one part is a replacement field, or the literal has an `f` prefix. Implicitly concatenated plain strings are parts too. */
export interface FString extends At {
  readonly type: 'FString';
  readonly parts: readonly FStringPart[];
}
export type FStringPart = TracedText | FormattedValue;
export interface FormattedValue extends At {
  readonly type: 'FormattedValue';
  readonly value: Expression;
  readonly conversion: 's' | 'r' | 'a' | undefined;
  readonly spec: readonly FStringPart[] | undefined;
}
export interface TupleExpression extends At {
  readonly type: 'Tuple';
  readonly elements: readonly Expression[];
  readonly parenthesized: boolean;
}
export interface ListExpression extends At {
  readonly type: 'List';
  readonly elements: readonly Expression[];
}
export interface SetExpression extends At {
  readonly type: 'Set';
  readonly elements: readonly Expression[];
}
/** An entry without key is `**value`. */
export interface DictExpression extends At {
  readonly type: 'Dict';
  readonly entries: readonly { readonly key: Expression | undefined; readonly value: Expression }[];
}
export interface ComprehensionClause {
  readonly async: boolean;
  readonly target: Expression;
  readonly iter: Expression;
  readonly conditions: readonly Expression[];
}
/** `value` is set for a dict comprehension, whose key is `element`. */
export interface Comprehension extends At {
  readonly type: 'Comprehension';
  readonly of: 'list' | 'set' | 'dict' | 'generator';
  readonly element: Expression;
  readonly value: Expression | undefined;
  readonly clauses: readonly ComprehensionClause[];
}
export interface BinaryOperation extends At {
  readonly type: 'BinaryOperation';
  readonly left: Expression;
  readonly op: BinaryOperator;
  readonly right: Expression;
}
export interface UnaryOperation extends At {
  readonly type: 'UnaryOperation';
  readonly op: 'not' | '-' | '+' | '~';
  readonly operand: Expression;
}
export interface BooleanOperation extends At {
  readonly type: 'BooleanOperation';
  readonly op: 'and' | 'or';
  readonly values: readonly Expression[];
}
export interface Comparison extends At {
  readonly type: 'Comparison';
  readonly left: Expression;
  readonly rest: readonly { readonly op: CompareOperator; readonly right: Expression }[];
}
export interface Conditional extends At {
  readonly type: 'Conditional';
  readonly test: Expression;
  readonly body: Expression;
  readonly orelse: Expression;
}
export interface NamedExpression extends At {
  readonly type: 'NamedExpression';
  readonly target: Name;
  readonly value: Expression;
}
export interface Lambda extends At {
  readonly type: 'Lambda';
  readonly parameters: Parameters;
  readonly body: Expression;
}
/** A keyword without name is `**value`. */
export interface Keyword extends At {
  readonly name: Identifier | undefined;
  readonly value: Expression;
}
export interface Call extends At {
  readonly type: 'Call';
  readonly callee: Expression;
  readonly positional: readonly Expression[];
  readonly keywords: readonly Keyword[];
}
export interface Attribute extends At {
  readonly type: 'Attribute';
  readonly object: Expression;
  readonly attribute: Identifier;
}
export interface Subscript extends At {
  readonly type: 'Subscript';
  readonly object: Expression;
  readonly index: Expression;
}
export interface Slice extends At {
  readonly type: 'Slice';
  readonly lower: Expression | undefined;
  readonly upper: Expression | undefined;
  readonly step: Expression | undefined;
}
export interface Starred extends At {
  readonly type: 'Starred';
  readonly value: Expression;
}
export interface Yield extends At {
  readonly type: 'Yield';
  readonly from: boolean;
  readonly value: Expression | undefined;
}
export interface Await extends At {
  readonly type: 'Await';
  readonly value: Expression;
}
/**
 * Stands where an expression could not be understood: with a SyntaxProblem nearby, or with a `reason` where the text is no error but cannot be
 * known (a Unicode name that the parser does not know). Evaluates to unknown.
 */
export interface Missing extends At {
  readonly type: 'Missing';
  readonly reason?: string;
}

/** The `elif` part of an `if`: one that is all of its `else` part. */
export function elifOf({ orelse }: If): If | undefined {
  const [only] = orelse;
  return orelse.length === 1 && only?.type === 'If' ? only : undefined;
}

/** An `if` with its `elif` parts, of which there may be many: those who walk them by recursion would need a stack as deep. */
export function branchesOf(node: If): readonly If[] {
  const branches: If[] = [];
  for (let next: If | undefined = node; next; next = elifOf(next)) branches.push(next);
  return branches;
}
