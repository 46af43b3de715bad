import type { ConfigKind } from '../config/config.js';
import type { FrameworkId } from '../frameworks/face/behaviour.js';
import type { ClassSchema, FieldDoc, Fields, FieldSchema, KindSchema, NameDoc, Schemas } from '../frameworks/face/fields.js';
import { say, sayTable } from '../core/say.js';

/** The fields of a framework, read from the JSON schemas whose descriptions are the texts of hovers. */
export class SchemaFields implements Fields {
  /** Remembered, since rules ask for every dict; only of names that have a schema, since any name at all may be asked for. */
  private readonly known = new Map<string, ReadonlySet<string> | undefined>();

  constructor(
    private readonly framework: FrameworkId,
    private readonly schemas: Schemas,
  ) {}

  schema(kind: ConfigKind): KindSchema | undefined {
    return own(this.schemas.kinds, kind);
  }

  field(kind: ConfigKind, key: string): FieldDoc | undefined {
    const schema = this.schema(kind);
    const field = schema && own(schema.properties, key);
    if (!schema || !field || !this.has(field)) return undefined;
    return {
      key,
      type: sayTable(field['x-type']),
      defaultValue: said(field['x-default']),
      required: schema.required?.includes(key) ?? false,
      allowed: field.enum ?? [],
      meaning: sayTable(field.description),
      trap: said(field['x-trap']),
      difference: said(field[`x-${this.framework}`]),
      source: field['x-source']?.[this.framework],
    };
  }

  classDoc(name: string): NameDoc | undefined {
    const schema = this.classSchema(name);
    if (!schema) return undefined;
    const parser = schema['x-parser'];
    const kind = sayTable(schema.kind.replace('-', ' '));
    const what = parser ? say`${kind} · ${parser === 'api' ? 'API' : 'LM'} parser` : kind;
    return {
      name,
      what,
      meaning: sayTable(schema.description),
      trap: said(schema['x-trap']),
      source: schema['x-source']?.[this.framework],
    };
  }

  classes(kind: ConfigKind): ReadonlyMap<string, string> {
    const names = Object.entries(this.schemas.classes).flatMap(([name, { kind: own, 'x-source': source }]) => {
      const file = own === kind && this.classSchema(name) ? source?.[this.framework] : undefined;
      return file === undefined ? [] : [[name, moduleOf(file)] as const];
    });
    return new Map(names);
  }

  role(name: string): NameDoc | undefined {
    const schema = own(this.schemas.roles, name);
    if (!schema) return undefined;
    const api = schema['x-api'];
    return {
      name,
      what: api ? say`role · sent as ${api}` : sayTable('role'),
      meaning: sayTable(schema.description),
      trap: said(schema['x-trap']),
      source: undefined,
    };
  }

  keys(kind: ConfigKind, className?: string): ReadonlySet<string> | undefined {
    if (!this.schema(kind) || (className !== undefined && !own(this.schemas.classes, className))) return undefined;
    const id = `${kind} ${className ?? ''}`;
    if (!this.known.has(id)) this.known.set(id, this.findKeys(kind, className));
    return this.known.get(id);
  }

  required(kind: ConfigKind, className: string | undefined): readonly string[] | undefined {
    const schema = className === undefined ? undefined : this.classSchema(className);
    return schema?.kind === kind ? schema['x-required'] : undefined;
  }

  private findKeys(kind: ConfigKind, className: string | undefined): ReadonlySet<string> | undefined {
    if (className !== undefined) {
      const schema = this.classSchema(className);
      if (schema?.kind !== kind) return undefined;
      if (schema['x-keys']) return new Set(['type', ...schema['x-keys'], ...(schema[`x-${this.framework}-keys`] ?? [])]);
    }
    const fields = Object.entries(this.schemas.kinds[kind]!.properties);
    return new Set(fields.flatMap(([key, field]) => (this.has(field) ? [key] : [])));
  }

  private classSchema(name: string): ClassSchema | undefined {
    const schema = own(this.schemas.classes, name);
    return schema?.['x-frameworks'].includes(this.framework) ? schema : undefined;
  }

  private has(field: FieldSchema): boolean {
    return field['x-only'] === undefined || field['x-only'] === this.framework;
  }
}

/** What configs import the classes of a file from: the package around it, but for a module that lies in the package of all. */
function moduleOf(file: string): string {
  const parts = file.replace(/\.py$/, '').split('/');
  return (parts.at(-2) === 'openicl' ? parts : parts.slice(0, -1)).join('.');
}

/** Any name may be asked for, `constructor` too. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function said(value: unknown): string | undefined {
  return typeof value === 'string' ? sayTable(value) : undefined;
}
