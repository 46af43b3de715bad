import type { Alias, ImportFrom, Name, Statement, With } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { walk } from '../../../server/src/engine/python/syntax/tree/walk.js';
import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { replaced } from '../edits.js';
import type { Kind, Mutation, Range, Slip } from '../mutation.js';

/** The imports of base configs. */
function baseImports(source: PythonSource): { readonly block: With; readonly statement: ImportFrom }[] {
  return source.module.body.flatMap((statement) =>
    statement.type === 'With'
      ? statement.body.flatMap((inner) => (inner.type === 'ImportFrom' ? [{ block: statement, statement: inner }] : []))
      : [],
  );
}

/** What is imported from the framework's package: classes and functions. */
function classImports(source: PythonSource): { readonly statement: ImportFrom; readonly alias: Alias }[] {
  return source.module.body.flatMap((statement) =>
    statement.type === 'ImportFrom' && statement.level === 0 && /^(opencompass|ais_bench)\b/.test(statement.module)
      ? statement.names.filter(({ asName }) => !asName).map((alias) => ({ statement, alias }))
      : [],
  );
}

function uses(source: PythonSource, name: string): readonly Name[] {
  const found: Name[] = [];
  walk(source.module.body, (node) => {
    if (node.type === 'Name' && node.name === name) found.push(node);
    return true;
  });
  return found;
}

/** A slip in the last part of a module's path. */
function pathSlip(source: PythonSource, statement: ImportFrom, slip: Slip): Mutation[] {
  const text = source.textOf(statement.moduleRange);
  const last = /(\w+)$/.exec(text)?.[1];
  if (last === undefined) return [];
  const range = { start: statement.moduleRange.end - last.length, end: statement.moduleRange.end };
  return [{ ...replaced({ at: statement }, range, slip(last)), within: statement }];
}

export const baseKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'base/slip in the path',
    sites: (source, slip) => baseImports(source).flatMap(({ statement }) => pathSlip(source, statement, slip)),
  },
  {
    id: 'base/another hash in the path',
    sites: (source) =>
      baseImports(source).flatMap(({ statement }) => {
        const hash = /_([0-9a-f]{6})$/.exec(source.textOf(statement.moduleRange));
        const { end } = statement.moduleRange;
        return hash ? [replaced({ at: statement }, { start: end - 6, end }, 'a1b2c3')] : [];
      }),
  },
  {
    id: 'base/slip in an imported name',
    sites: (source, slip) =>
      baseImports(source).flatMap(({ statement }) =>
        statement.names.map(({ name }) => renamedEverywhere(source, name, statement, slip(name.name))),
      ),
  },
  {
    id: 'base/imported outside of read_base',
    sites: (source) =>
      baseImports(source)
        .slice(0, 1)
        .flatMap(({ block }) => outside(source, block)),
  },
  {
    id: 'base/slip where an imported name is used',
    sites: (source, slip) =>
      baseImports(source)
        .flatMap(({ statement }) => statement.names.flatMap(({ name, asName }) => uses(source, (asName ?? name).name)))
        .map((use) => replaced({ at: statementOf(source, use) }, use, slip(use.name))),
  },
];

/** A slip in a name that is imported, and where it is used. */
function renamedEverywhere(source: PythonSource, name: Range & { readonly name: string }, statement: Range, text: string): Mutation {
  const changes = [name, ...uses(source, name.name)].map(({ start, end }) => ({ start, end, text }));
  return { changes, at: name.start, within: statement };
}

/** The imports of a `with` block without it. */
function outside(source: PythonSource, block: With): Mutation[] {
  const lines = source.text.slice(block.start, block.end).split('\n');
  const [head, ...body] = lines;
  const [statement] = block.body;
  if (!statement || lines.length < 2 || !/^with read_base\(\):\s*$/.test(head!)) return [];
  const text = body.map((line) => line.replace(/^ {4}/, '')).join('\n');
  return [{ changes: [{ start: block.start, end: block.end, text }], at: block.start, within: block }];
}

function statementOf(source: PythonSource, { start }: Range): Statement {
  return source.module.body.find((statement) => statement.start <= start && start < statement.end)!;
}

/** Where a class is taken for a type. */
function typeEntries(source: PythonSource): { readonly literal: Literal; readonly use: Name }[] {
  return source.literals.flatMap((literal) => {
    const value = entryOf(literal, 'type')?.value;
    return value?.type === 'Name' ? [{ literal, use: value }] : [];
  });
}

export const classKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'class/slip in its import',
    sites: (source, slip) =>
      classImports(source).map(({ statement, alias }) => renamedEverywhere(source, alias.name, statement, slip(alias.name.name))),
  },
  {
    id: 'class/slip in the module of its import',
    sites: (source, slip) => classImports(source).flatMap(({ statement }) => pathSlip(source, statement, slip)),
  },
  {
    id: 'class/slip where it is used',
    sites: (source, slip) => typeEntries(source).map(({ literal, use }) => replaced(literal, use, slip(use.name))),
  },
  {
    id: 'class/slip in its name as text',
    sites: (source, slip) => typeEntries(source).map(({ literal, use }) => replaced(literal, use, `'${slip(use.name)}'`)),
  },
  {
    id: 'class/never imported',
    sites: (source) =>
      classImports(source).flatMap(({ statement, alias }) => {
        const [use] = uses(source, alias.name.name);
        const change =
          statement.names.length === 1 ? { start: statement.start, end: statement.end, text: 'import os' } : withoutName(source, alias);
        return use ? [{ changes: [change], at: use.start, within: statementOf(source, use) }] : [];
      }),
  },
];

function withoutName({ text }: PythonSource, { start, end }: Range): { start: number; end: number; text: string } {
  const comma = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (comma !== undefined) return { start, end: end + comma.length, text: '' };
  const before = /,\s*$/.exec(text.slice(0, start))?.[0] ?? '';
  return { start: start - before.length, end, text: '' };
}
