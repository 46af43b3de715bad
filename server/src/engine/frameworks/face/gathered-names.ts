import type { NamingClass, SharedKind, SharedName, SharedNames } from './editor.js';
import type { StrValue, Value } from '../../core/value.js';

/** Why a name of a kind may be fixed. */
interface Reason {
  readonly kind: SharedKind;
  readonly reason: (name: string) => string | undefined;
}

/** Names of a config as they are found, each text once a kind and scope. */
export class GatheredNames {
  readonly names: SharedName[] = [];
  readonly unknown: { kind: SharedKind; scope: object; span: Value['span'] }[] = [];
  readonly classes = new Map<object, NamingClass>();
  private readonly reasons = new Map<object, Reason[]>();
  private readonly reserving = new Map<object, Reason[]>();
  private readonly seen = new Map<object, Set<Value>>();
  private called: { readonly of: number; readonly texts: ReadonlyMap<string, ReadonlySet<StrValue>> } | undefined;

  /** The whole of a text is a name; what is anything else, and none, is a name that is not known. */
  whole(kind: SharedKind, scope: object, value: Value | undefined, binds: boolean): void {
    if (!value || value.kind === 'none' || !this.isNew(scope, value)) return;
    if (value.kind === 'str') this.part(kind, scope, value, value.text, 0, binds);
    else this.unknown.push({ kind, scope, span: value.span });
  }

  part(kind: SharedKind, scope: object, text: StrValue, name: string, at: number, binds: boolean): void {
    if (name !== '') this.names.push({ kind, scope, name, text, at, binds });
  }

  /** What must be known for its names to be known, and is not. */
  unless(kind: SharedKind, scope: object, value: Value | undefined, isKnown: (value: Value) => boolean): void {
    if (value && value.kind !== 'none' && !isKnown(value)) this.unknown.push({ kind, scope, span: value.span });
  }

  /** What is called so in a scope cannot be called otherwise. */
  because(kind: SharedKind, scope: object, reason: (name: string) => string | undefined): void {
    push(this.reasons, scope, { kind, reason });
  }

  /** Nothing of a scope can be called so that is not. */
  reserve(kind: SharedKind, scope: object, reason: (name: string) => string | undefined): void {
    push(this.reserving, scope, { kind, reason });
  }

  /** The texts that have a name of all that is gathered by now. */
  textsCalled(name: string): ReadonlySet<StrValue> {
    if (this.called?.of !== this.names.length) {
      const texts = new Map<string, Set<StrValue>>();
      for (const one of this.names) {
        const there = texts.get(one.name);
        if (there) there.add(one.text);
        else texts.set(one.name, new Set([one.text]));
      }
      this.called = { of: this.names.length, texts };
    }
    return this.called.texts.get(name) ?? new Set();
  }

  /** Whether a value has not been met in the scope. */
  isNew(scope: object, value: Value): boolean {
    let seen = this.seen.get(scope);
    if (!seen) this.seen.set(scope, (seen = new Set()));
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  }

  get gathered(): SharedNames {
    const { names, unknown, reasons, reserving, classes } = this;
    return { names, unknown, fixed: firstOf(reasons), reserved: firstOf(reserving), classes };
  }
}

function push(all: Map<object, Reason[]>, scope: object, reason: Reason): void {
  const there = all.get(scope);
  if (there) there.push(reason);
  else all.set(scope, [reason]);
}

/** The first reason that holds for a name in a scope. */
function firstOf(all: ReadonlyMap<object, readonly Reason[]>): SharedNames['fixed'] {
  return (kind, name, scope) => {
    for (const one of all.get(scope) ?? []) {
      const why = one.kind === kind ? one.reason(name) : undefined;
      if (why !== undefined) return why;
    }
    return undefined;
  };
}
