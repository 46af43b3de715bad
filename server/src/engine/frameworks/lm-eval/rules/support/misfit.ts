import { missingArguments, tooManyArguments } from '../../../../python/runtime/call-arguments.js';
import type { FunctionDef, Parameter } from '../../../../python/syntax/tree/ast.js';

/** What Python raises where a function is called with so many values in order, and with some by their names. */
export function misfit({ name, parameters }: FunctionDef, count: number, keywords: readonly string[] = []): string | undefined {
  const all = [...parameters.positionalOnly, ...parameters.positional];
  const byName = [...parameters.positional, ...parameters.keywordOnly].map((one) => one.name.name);
  const stranger = parameters.kwArgs ? undefined : keywords.find((keyword) => !byName.includes(keyword));
  if (stranger !== undefined) return `${name.name}() got an unexpected keyword argument '${stranger}'`;
  const twice = all.slice(0, count).find((one) => byName.includes(one.name.name) && keywords.includes(one.name.name));
  if (twice) return `${name.name}() got multiple values for argument '${twice.name.name}'`;
  if (count > all.length && !parameters.varArgs) {
    const optional = all.filter(({ defaultValue }) => defaultValue).length;
    return tooManyArguments(name.name, all.length, optional, count).text;
  }
  const isMissing = (one: Parameter): boolean => !one.defaultValue && !keywords.includes(one.name.name);
  return (
    lacking(name.name, all.slice(count).filter(isMissing), 'positional') ??
    lacking(name.name, parameters.keywordOnly.filter(isMissing), 'keyword-only')
  );
}

function lacking(callee: string, missing: readonly Parameter[], kind: string): string | undefined {
  const names = missing.map(({ name }) => name.name);
  return names.length === 0 ? undefined : missingArguments(callee, names, kind).text;
}
