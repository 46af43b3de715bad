/** A value that a template compares a variable with. */
export type Option = string | bigint | boolean;

/** What a variable is taken for. */
export type Kind = 'text' | 'number' | 'index' | 'list' | 'dict';

/** What a template needs a variable, or a part of one, to be like. Grows as uses are found. */
export class JinjaShape {
  readonly kinds = new Set<Kind>();
  /** Entries that are asked for by name. */
  readonly fields = new Map<string, JinjaShape>();
  /** How many items there must be at least. */
  least = 0;
  /** Values that the template has a use for. */
  readonly options: Option[] = [];
  /** The list of which it is an item. */
  memberOf: JinjaShape | undefined;
  /** What the text is taken apart at, and the parts. */
  split: { readonly separator: string; readonly parts: JinjaShape } | undefined;
  private anyItem: JinjaShape | undefined;

  /** @param path how it is reached from the row: `doc.choices[0]` */
  constructor(readonly path: string) {}

  mark(kind: Kind): this {
    this.kinds.add(kind);
    return this;
  }

  field(name: string): JinjaShape {
    this.mark('dict');
    let field = this.fields.get(name);
    if (!field) this.fields.set(name, (field = new JinjaShape(`${this.path}.${name}`)));
    return field;
  }

  /** What all items are like; there are at least `least`. */
  item(least = 0): JinjaShape {
    this.mark('list');
    this.least = Math.max(this.least, least);
    return (this.anyItem ??= new JinjaShape(`${this.path}[0]`));
  }

  offer(options: readonly Option[]): void {
    for (const option of options) if (!this.options.includes(option)) this.options.push(option);
  }
}
