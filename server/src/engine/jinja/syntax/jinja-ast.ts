import type { BinaryOperator, CompareOperator } from '../../python/syntax/tree/ast.js';

/** Where a node stands in the template: UTF-16 offsets, half open. */
export interface JinjaAt {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a string literal's inside: `text` is what the template's text from `start` to `end` stands for. */
export interface StringPart extends JinjaAt {
  readonly text: string;
}

export interface StringConst extends JinjaAt {
  readonly type: 'String';
  readonly text: string;
  readonly parts: readonly StringPart[];
}
export interface IntConst extends JinjaAt {
  readonly type: 'Int';
  readonly value: bigint;
}
export interface FloatConst extends JinjaAt {
  readonly type: 'Float';
  readonly value: number;
}
export interface BoolConst extends JinjaAt {
  readonly type: 'Bool';
  readonly value: boolean;
}
export interface NoneConst extends JinjaAt {
  readonly type: 'None';
}
export interface JinjaName extends JinjaAt {
  readonly type: 'Name';
  readonly name: string;
}
/** `ns.attribute` as the target of a `set`. */
export interface NamespaceRef extends JinjaAt {
  readonly type: 'NamespaceRef';
  readonly name: string;
  readonly attribute: string;
}
export interface TupleExpr extends JinjaAt {
  readonly type: 'Tuple';
  readonly items: readonly JinjaExpression[];
}
export interface ListExpr extends JinjaAt {
  readonly type: 'List';
  readonly items: readonly JinjaExpression[];
}
export interface DictExpr extends JinjaAt {
  readonly type: 'Dict';
  readonly pairs: readonly { readonly key: JinjaExpression; readonly value: JinjaExpression }[];
}
/** `object.name`; `nameStart` is the offset at which the name begins. */
export interface JinjaAttribute extends JinjaAt {
  readonly type: 'Attribute';
  readonly object: JinjaExpression;
  readonly name: string;
  readonly nameStart: number;
}
export interface Item extends JinjaAt {
  readonly type: 'Item';
  readonly object: JinjaExpression;
  readonly index: JinjaExpression;
}
export interface JinjaSlice extends JinjaAt {
  readonly type: 'Slice';
  readonly lower: JinjaExpression | undefined;
  readonly upper: JinjaExpression | undefined;
  readonly step: JinjaExpression | undefined;
}

export interface JinjaKeyword {
  readonly name: string;
  readonly value: JinjaExpression;
  readonly nameStart: number;
}
export interface CallArguments {
  readonly positional: readonly JinjaExpression[];
  readonly keywords: readonly JinjaKeyword[];
  readonly star: JinjaExpression | undefined;
  readonly doubleStar: JinjaExpression | undefined;
}

export interface JinjaCall extends JinjaAt {
  readonly type: 'Call';
  readonly callee: JinjaExpression;
  readonly args: CallArguments;
}
/** `input | name(args)`; without an input it is applied to what a block holds. */
export interface Filter extends JinjaAt {
  readonly type: 'Filter';
  readonly input: JinjaExpression | undefined;
  readonly name: string;
  readonly nameStart: number;
  readonly args: CallArguments;
}
export interface Test extends JinjaAt {
  readonly type: 'Test';
  readonly input: JinjaExpression;
  readonly name: string;
  readonly nameStart: number;
  readonly args: CallArguments;
}
export interface Unary extends JinjaAt {
  readonly type: 'Unary';
  readonly op: 'not' | '-' | '+';
  readonly operand: JinjaExpression;
}
export interface Binary extends JinjaAt {
  readonly type: 'Binary';
  readonly op: BinaryOperator;
  readonly left: JinjaExpression;
  readonly right: JinjaExpression;
}
export interface Concat extends JinjaAt {
  readonly type: 'Concat';
  readonly parts: readonly JinjaExpression[];
}
export interface Compare extends JinjaAt {
  readonly type: 'Compare';
  readonly left: JinjaExpression;
  readonly rest: readonly { readonly op: CompareOperator; readonly right: JinjaExpression }[];
}
export interface Bool extends JinjaAt {
  readonly type: 'And' | 'Or';
  readonly left: JinjaExpression;
  readonly right: JinjaExpression;
}
/** `then if test else otherwise`. */
export interface JinjaConditional extends JinjaAt {
  readonly type: 'Conditional';
  readonly test: JinjaExpression;
  readonly then: JinjaExpression;
  readonly otherwise: JinjaExpression | undefined;
}

export type JinjaExpression =
  | StringConst
  | IntConst
  | FloatConst
  | BoolConst
  | NoneConst
  | JinjaName
  | NamespaceRef
  | TupleExpr
  | ListExpr
  | DictExpr
  | JinjaAttribute
  | Item
  | JinjaSlice
  | JinjaCall
  | Filter
  | Test
  | Unary
  | Binary
  | Concat
  | Compare
  | Bool
  | JinjaConditional;

/** Text of the template that stands for itself; `\r\n` and `\r` in it print as `\n`. */
export interface Data extends JinjaAt {
  readonly type: 'Data';
}
/** `{{ expression }}`, or one expression of `{% print %}`; its span is that of the whole tag, the expression's is narrower. */
export interface Print extends JinjaAt {
  readonly type: 'Print';
  readonly value: JinjaExpression;
}
export interface JinjaIf extends JinjaAt {
  readonly type: 'If';
  readonly branches: readonly { readonly test: JinjaExpression; readonly body: readonly JinjaStatement[] }[];
  readonly otherwise: readonly JinjaStatement[];
}
export interface JinjaFor extends JinjaAt {
  readonly type: 'For';
  readonly target: JinjaExpression;
  readonly iterable: JinjaExpression;
  readonly filter: JinjaExpression | undefined;
  readonly recursive: boolean;
  readonly body: readonly JinjaStatement[];
  readonly otherwise: readonly JinjaStatement[];
}
export interface Set extends JinjaAt {
  readonly type: 'Set';
  readonly target: JinjaExpression;
  readonly value: JinjaExpression;
}
export interface SetBlock extends JinjaAt {
  readonly type: 'SetBlock';
  readonly target: JinjaExpression;
  readonly filter: Filter | undefined;
  readonly body: readonly JinjaStatement[];
}
export interface JinjaWith extends JinjaAt {
  readonly type: 'With';
  readonly bindings: readonly { readonly target: JinjaExpression; readonly value: JinjaExpression }[];
  readonly body: readonly JinjaStatement[];
}
export interface JinjaParameter extends JinjaAt {
  readonly name: string;
  readonly absent: JinjaExpression | undefined;
}
export interface Macro extends JinjaAt {
  readonly type: 'Macro';
  readonly name: string;
  readonly parameters: readonly JinjaParameter[];
  readonly body: readonly JinjaStatement[];
}
export interface CallBlock extends JinjaAt {
  readonly type: 'CallBlock';
  readonly call: JinjaCall;
  readonly parameters: readonly JinjaParameter[];
  readonly body: readonly JinjaStatement[];
}
export interface FilterBlock extends JinjaAt {
  readonly type: 'FilterBlock';
  readonly filter: Filter;
  readonly body: readonly JinjaStatement[];
}
export interface Block extends JinjaAt {
  readonly type: 'Block';
  readonly name: string;
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: readonly JinjaStatement[];
}
export interface AutoEscape extends JinjaAt {
  readonly type: 'AutoEscape';
  readonly value: JinjaExpression;
  readonly body: readonly JinjaStatement[];
}
/** `include`, `import`, `from` and `extends`: the harness has no template to load. */
export interface JinjaLoad extends JinjaAt {
  readonly type: 'Load';
  readonly how: 'include' | 'import' | 'from' | 'extends';
  readonly template: JinjaExpression;
  readonly ignoreMissing: boolean;
  readonly names: readonly string[];
}

/** `break` and `continue` of Jinja's loop controls. */
export interface Jump extends JinjaAt {
  readonly type: 'Break' | 'Continue';
}

export type JinjaStatement =
  | Data
  | Print
  | JinjaIf
  | JinjaFor
  | Set
  | SetBlock
  | JinjaWith
  | Macro
  | CallBlock
  | FilterBlock
  | Block
  | AutoEscape
  | JinjaLoad
  | Jump;

/** A parsed template. */
export interface JinjaTemplate {
  /** The text that was parsed: all offsets are into it. */
  readonly source: string;
  readonly body: readonly JinjaStatement[];
}
