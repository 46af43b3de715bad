import type { Assign, Expression, ListExpression } from '../../../server/src/engine/python/syntax/tree/ast.js';
import { walk } from '../../../server/src/engine/python/syntax/tree/walk.js';
import { replaced } from '../edits.js';
import type { Kind, Mutation } from '../mutation.js';
import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { datasets, models } from './keys.js';

/** Values of the right kind in the wrong container: a class without its dict, a list in a list, an entry without its list. */

const classHolders = /^(evaluator|retriever|inferencer|pred_postprocessor|dataset_postprocessor)$/;

/** Dicts that hold nothing but a class: `dict(type=AccEvaluator)`. */
function classDicts(source: PythonSource): readonly { readonly holder: Literal; readonly value: Expression; readonly name: string }[] {
  return source.literals.flatMap((literal) => {
    const type = entryOf(literal, 'type');
    const holder = literal.parent;
    if (type?.value.type !== 'Name' || literal.entries.length !== 1 || !holder || !classHolders.test(literal.name)) return [];
    const entry = entryOf(holder, literal.name);
    return entry ? [{ holder, value: entry.value, name: type.value.name }] : [];
  });
}

/** Lists that variables of a name are given: `models = [...]`. */
function lists(source: PythonSource, name: RegExp): readonly { readonly statement: Assign; readonly list: ListExpression }[] {
  return source.module.body.flatMap((statement) => {
    if (statement.type !== 'Assign' || statement.value.type !== 'List') return [];
    const [target] = statement.targets;
    return target?.type === 'Name' && name.test(target.name) ? [{ statement, list: statement.value }] : [];
  });
}

export const containerKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'container/a class without its dict',
    sites: (source) => classDicts(source).map(({ holder, value, name }) => replaced(holder, value, name)),
  },
  {
    id: 'container/dict(Class) without type',
    sites: (source) => classDicts(source).map(({ holder, value, name }) => replaced(holder, value, `dict(${name})`)),
  },
  {
    id: 'container/a class that is called',
    sites: (source) =>
      source.literals.flatMap((literal) => {
        const type = entryOf(literal, 'type');
        return type?.value.type === 'Name' ? [replaced(literal, type.value, `${type.value.name}()`)] : [];
      }),
  },
  {
    id: 'container/star missing in datasets',
    sites: (source) =>
      lists(source, /^(datasets|models)$/).flatMap(({ statement, list }) =>
        list.elements.flatMap((element) =>
          element.type === 'Starred'
            ? [{ ...replaced({ at: statement }, { start: element.start, end: element.start + 1 }, ''), within: statement }]
            : [],
        ),
      ),
  },
  {
    id: 'container/models without its list',
    sites: (source) => lists(source, /^models$/).flatMap(({ statement, list }) => unlisted(source, statement, list)),
  },
  {
    id: 'container/datasets without its list',
    sites: (source) => lists(source, /_datasets$/).flatMap(({ statement, list }) => unlisted(source, statement, list)),
  },
  {
    id: 'container/round forgotten in a template',
    sites: (source) =>
      source.named('template').flatMap((template) => {
        const round = entryOf(template, 'round');
        return round && template.entries.length === 1 && round.value.type === 'List'
          ? [{ ...replaced(template, template.at, source.textOf(round.value)), at: template.at.start }]
          : [];
      }),
  },
  {
    id: 'container/a text in a tuple',
    sites: (source) =>
      source
        .entries('prompt', 'round[]', 'begin[]')
        .flatMap(({ literal, entry }) =>
          entry.value.type === 'String' ? [replaced(literal, entry.value, `(${source.textOf(entry.value)},)`)] : [],
        ),
  },
  {
    id: 'container/input_columns is a dict',
    sites: (source) =>
      source.entries('input_columns', 'reader_cfg').flatMap(({ literal, entry }) => {
        const { value } = entry;
        return value.type === 'List' && value.elements.length > 1 && value.elements.every(({ type }) => type === 'String')
          ? [
              replaced(
                literal,
                value,
                `dict(${value.elements.map((one) => (one.type === 'String' ? `${one.traced.text}=''` : '')).join(', ')})`,
              ),
            ]
          : [];
      }),
  },
  {
    id: 'container/a comma missing between columns',
    sites: (source) =>
      source
        .entries('input_columns', 'reader_cfg')
        .flatMap(({ literal, entry }) => (entry.value.type === 'List' ? glued(source, literal, entry.value) : [])),
  },
  {
    id: 'container/num_gpus out of run_cfg',
    sites: (source) =>
      models(source).flatMap((model) => {
        const entry = entryOf(model, 'run_cfg');
        return entry?.value.type === 'Call' && source.textOf(entry.at).startsWith('run_cfg') && /num_gpus/.test(source.textOf(entry.value))
          ? [replaced(model, entry.at, source.textOf(entry.value).slice('dict('.length, -1).replace(/,\s*$/, ''))]
          : [];
      }),
  },
  {
    id: 'container/retriever out of infer_cfg',
    sites: (source) =>
      datasets(source).flatMap((dataset) =>
        source.named('infer_cfg').flatMap((inferCfg) => {
          const entry = entryOf(inferCfg, 'retriever');
          return entry && inferCfg.parent === dataset ? [replaced(dataset, inferCfg.at, without(source, inferCfg, entry.at))] : [];
        }),
      ),
  },
];

function without(source: PythonSource, { at }: Literal, range: { readonly start: number; readonly end: number }): string {
  const behind = source.text.slice(range.end, at.end).replace(/^\s*,/, '');
  return source.text.slice(at.start, range.start) + behind;
}

/** The one dict of a list in its place. */
function unlisted(source: PythonSource, statement: Assign, { start, end, elements }: ListExpression): Mutation[] {
  const [only, second] = elements;
  if (!only || second || (only.type !== 'Call' && only.type !== 'Dict')) return [];
  return [{ changes: [{ start, end, text: source.textOf(only) }], at: start, within: statement }];
}

/** Two texts of a list that Python makes one of. */
function glued(source: PythonSource, literal: Literal, { elements }: ListExpression): Mutation[] {
  return elements.slice(0, -1).flatMap((element, i) => {
    const next = elements[i + 1]!;
    if (element.type !== 'String' || next.type !== 'String' || source.text.slice(element.end, next.start).trim() !== ',') return [];
    return [{ changes: [{ start: element.end, end: next.start, text: ' ' }], at: element.start, within: literal.at }];
  });
}

/** Every text that is part of a prompt. */
export function promptStrings(source: PythonSource): readonly { readonly literal: Literal; readonly value: Expression }[] {
  const holders = source.literals.filter(({ name }) => /^(round|begin)\[\]$/.test(name) || /(prompt|ice)_template$/.test(name));
  return holders.flatMap((literal) =>
    literal.entries
      .filter(({ key }) => key === 'prompt' || key === 'template')
      .flatMap(({ value }) => {
        const found: Expression[] = [];
        walk([value], (node) => {
          if (node.type === 'String') found.push(node);
          return node.type !== 'FString' && node.type !== 'Call';
        });
        return found.map((one) => ({ literal, value: one }));
      }),
  );
}
