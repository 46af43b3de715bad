import type { Value } from '../../core/value.js';

/** The variables of a frame: a template, a loop's body, a macro … A name without a value hides what is outside. */
export class TemplateScope {
  private readonly values = new Map<string, Value | undefined>();

  /** @param hidden names that are undefined here until they are assigned */
  constructor(
    readonly parent: TemplateScope | undefined,
    hidden: readonly string[] = [],
  ) {
    for (const name of hidden) this.values.set(name, undefined);
  }

  set(name: string, value: Value): void {
    this.values.set(name, value);
  }

  /** Makes a name undefined here, whatever it means outside. */
  hide(name: string): void {
    this.values.set(name, undefined);
  }

  /** The scope that knows the name, this or one around it; undefined where none does. */
  owner(name: string): TemplateScope | undefined {
    for (let scope: TemplateScope | undefined = this as TemplateScope; scope; scope = scope.parent)
      if (scope.values.has(name)) return scope;
    return undefined;
  }

  /** The value of a name of this scope itself; undefined where it has none yet. */
  own(name: string): Value | undefined {
    return this.values.get(name);
  }
}
