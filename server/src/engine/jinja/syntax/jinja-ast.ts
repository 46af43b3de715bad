import type { BinaryOperator, CompareOperator } from '../../python/syntax/tree/ast.js';

/** Where a node stands in the template: UTF-16 offsets, half open. */
export interface At {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a string literal's inside: `text` is what the template's text from `start` to `end` stands for. */
export interface StringPart extends At {
  readonly text: string;
}

export interface StringConst extends At { readonly type: 'String'; readonly text: string; readonly parts: readonly StringPart[] }
export interface IntConst extends At { readonly type: 'Int'; readonly value: bigint }
export interface FloatConst extends At { readonly type: 'Float'; readonly value: number }
export interface BoolConst extends At { readonly type: 'Bool'; readonly value: boolean }
export interface NoneConst extends At { readonly type: 'None' }
export interface Name extends At { readonly type: 'Name'; readonly name: string }
/** `ns.attribute` as the target of a `set`. */
export interface NamespaceRef extends At { readonly type: 'NamespaceRef'; readonly name: string; readonly attribute: string }
export interface TupleExpr extends At { readonly type: 'Tuple'; readonly items: readonly Expression[] }
export interface ListExpr extends At { readonly type: 'List'; readonly items: readonly Expression[] }
export interface DictExpr extends At { readonly type: 'Dict'; readonly pairs: readonly { readonly key: Expression; readonly value: Expression }[] }
/** `object.name`; `nameStart` is the offset at which the name begins. */
export interface Attribute extends At { readonly type: 'Attribute'; readonly object: Expression; readonly name: string; readonly nameStart: number }
export interface Item extends At { readonly type: 'Item'; readonly object: Expression; readonly index: Expression }
export interface Slice extends At { readonly type: 'Slice'; readonly lower: Expression | undefined; readonly upper: Expression | undefined; readonly step: Expression | undefined }

export interface Keyword { readonly name: string; readonly value: Expression; readonly nameStart: number }
export interface CallArguments {
  readonly positional: readonly Expression[];
  readonly keywords: readonly Keyword[];
  readonly star: Expression | undefined;
  readonly doubleStar: Expression | undefined;
}

export interface Call extends At { readonly type: 'Call'; readonly callee: Expression; readonly args: CallArguments }
/** `input | name(args)`; without an input it is applied to what a block holds. */
export interface Filter extends At { readonly type: 'Filter'; readonly input: Expression | undefined; readonly name: string; readonly nameStart: number; readonly args: CallArguments }
export interface Test extends At { readonly type: 'Test'; readonly input: Expression; readonly name: string; readonly nameStart: number; readonly args: CallArguments }
export interface Unary extends At { readonly type: 'Unary'; readonly op: 'not' | '-' | '+'; readonly operand: Expression }
export interface Binary extends At { readonly type: 'Binary'; readonly op: BinaryOperator; readonly left: Expression; readonly right: Expression }
export interface Concat extends At { readonly type: 'Concat'; readonly parts: readonly Expression[] }
export interface Compare extends At { readonly type: 'Compare'; readonly left: Expression; readonly rest: readonly { readonly op: CompareOperator; readonly right: Expression }[] }
export interface Bool extends At { readonly type: 'And' | 'Or'; readonly left: Expression; readonly right: Expression }
/** `then if test else otherwise`. */
export interface Conditional extends At { readonly type: 'Conditional'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression | undefined }

export type Expression =
  | StringConst | IntConst | FloatConst | BoolConst | NoneConst | Name | NamespaceRef | TupleExpr | ListExpr | DictExpr | Attribute | Item | Slice | Call
  | Filter | Test | Unary | Binary | Concat | Compare | Bool | Conditional;

/** Text of the template that stands for itself; `\r\n` and `\r` in it print as `\n`. */
export interface Data extends At { readonly type: 'Data' }
/** `{{ expression }}`, or one expression of `{% print %}`; its span is that of the whole tag, the expression's is narrower. */
export interface Print extends At { readonly type: 'Print'; readonly value: Expression }
export interface If extends At {
  readonly type: 'If';
  readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
}
export interface For extends At {
  readonly type: 'For';
  readonly target: Expression;
  readonly iterable: Expression;
  readonly filter: Expression | undefined;
  readonly recursive: boolean;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}
export interface Set extends At { readonly type: 'Set'; readonly target: Expression; readonly value: Expression }
export interface SetBlock extends At { readonly type: 'SetBlock'; readonly target: Expression; readonly filter: Filter | undefined; readonly body: readonly Statement[] }
export interface With extends At {
  readonly type: 'With';
  readonly bindings: readonly { readonly target: Expression; readonly value: Expression }[];
  readonly body: readonly Statement[];
}
export interface Parameter extends At { readonly name: string; readonly absent: Expression | undefined }
export interface Macro extends At { readonly type: 'Macro'; readonly name: string; readonly parameters: readonly Parameter[]; readonly body: readonly Statement[] }
export interface CallBlock extends At { readonly type: 'CallBlock'; readonly call: Call; readonly parameters: readonly Parameter[]; readonly body: readonly Statement[] }
export interface FilterBlock extends At { readonly type: 'FilterBlock'; readonly filter: Filter; readonly body: readonly Statement[] }
export interface Block extends At { readonly type: 'Block'; readonly name: string; readonly scoped: boolean; readonly required: boolean; readonly body: readonly Statement[] }
export interface AutoEscape extends At { readonly type: 'AutoEscape'; readonly value: Expression; readonly body: readonly Statement[] }
/** `include`, `import`, `from` and `extends`: the harness has no template to load. */
export interface Load extends At { readonly type: 'Load'; readonly how: 'include' | 'import' | 'from' | 'extends'; readonly template: Expression; readonly ignoreMissing: boolean; readonly names: readonly string[] }

/** `break` and `continue` of Jinja's loop controls. */
export interface Jump extends At { readonly type: 'Break' | 'Continue' }

export type Statement = Data | Print | If | For | Set | SetBlock | With | Macro | CallBlock | FilterBlock | Block | AutoEscape | Load | Jump;

/** A parsed template. */
export interface Template {
  /** The text that was parsed: all offsets are into it. */
  readonly source: string;
  readonly body: readonly Statement[];
}
