import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { removed, replaced } from '../edits.js';
import type { Kind, Mutation } from '../mutation.js';
import { datasets, models } from './keys.js';
import { entrySites, plainText } from './roles.js';

/** A number that is written in quotes. */
function quotedNumber(id: string, key: string, of: (source: PythonSource) => readonly Literal[]): Kind<PythonSource> {
  return {
    id: `value/${id}`,
    sites: (source) =>
      of(source).flatMap((literal) => {
        const value = entryOf(literal, key)?.value;
        return value && /^-?[\d.]+$/.test(source.textOf(value)) ? [replaced(literal, value, `'${source.textOf(value)}'`)] : [];
      }),
  };
}

function without(id: string, key: string, of: (source: PythonSource) => readonly Literal[]): Kind<PythonSource> {
  return {
    id: `missing/${id}`,
    sites: (source) => of(source).flatMap((literal) => entrySites(literal, key, (entry) => removed(source, literal, entry))),
  };
}

const named =
  (...names: readonly string[]) =>
  (source: PythonSource): readonly Literal[] =>
    source.named(...names);

/** A number that no library takes. */
function outOfRange(id: string, key: string, value: string): Kind<PythonSource> {
  return {
    id: `value/${id}`,
    sites: (source) =>
      source
        .entries(key, 'generation_kwargs')
        .flatMap(({ literal, entry }) => (/^[\d.]+$/.test(source.textOf(entry.value)) ? [replaced(literal, entry.value, value)] : [])),
  };
}

const valueKinds: readonly Kind<PythonSource>[] = [
  outOfRange('top_p=95 of generation_kwargs', 'top_p', '95'),
  outOfRange('temperature=-1 of generation_kwargs', 'temperature', '-1'),
  outOfRange('top_k=-5 of generation_kwargs', 'top_k', '-5'),
  quotedNumber("num_procs='2'", 'num_procs', named('run_cfg')),
  quotedNumber("num_return_sequences='2' of generation_kwargs", 'num_return_sequences', named('generation_kwargs')),
  quotedNumber("max_out_len='512' of a model", 'max_out_len', models),
  quotedNumber("max_out_len='512' of an inferencer", 'max_out_len', named('inferencer')),
  quotedNumber("batch_size='8'", 'batch_size', models),
  quotedNumber("max_seq_len='2048'", 'max_seq_len', models),
  quotedNumber("num_gpus='1'", 'num_gpus', named('run_cfg')),
  quotedNumber("host_port='8080'", 'host_port', models),
  quotedNumber("request_rate='2'", 'request_rate', models),
  quotedNumber("retry='2'", 'retry', models),
  quotedNumber("temperature='0.7' of generation_kwargs", 'temperature', named('generation_kwargs', 'gen_config')),
  quotedNumber("top_k='50' of generation_kwargs", 'top_k', named('generation_kwargs', 'gen_config')),
  quotedNumber("ice_num='5'", 'ice_num', named('retriever')),
  {
    id: "value/fix_id_list='0, 1'",
    sites: (source) =>
      source
        .entries('fix_id_list', 'retriever')
        .flatMap(({ literal, entry }) =>
          entry.value.type === 'List' ? [replaced(literal, entry.value, `'${source.textOf(entry.value).slice(1, -1)}'`)] : [],
        ),
  },
  {
    id: "value/do_sample='False' of generation_kwargs",
    sites: (source) =>
      source
        .entries('do_sample', 'generation_kwargs')
        .map(({ literal, entry }) => replaced(literal, entry.value, `'${source.textOf(entry.value)}'`)),
  },
  {
    id: 'value/output_column is a list',
    sites: (source) =>
      source
        .entries('output_column', 'reader_cfg')
        .flatMap(({ literal, entry }) =>
          entry.value.type === 'String' ? [replaced(literal, entry.value, `[${source.textOf(entry.value)}]`)] : [],
        ),
  },
  {
    id: 'value/round is no list',
    sites: (source) =>
      source.entries('round', 'template', 'meta_template').flatMap(({ literal, entry }) => {
        const { value } = entry;
        return value.type === 'List' && value.elements.length === 1 ? [replaced(literal, value, source.textOf(value.elements[0]!))] : [];
      }),
  },
  {
    id: 'value/a trailing comma',
    sites: (source) =>
      source.module.body.flatMap((statement) => {
        if (statement.type !== 'Assign' || statement.value.type !== 'Call') return [];
        const [target] = statement.targets;
        const used = target?.type === 'Name' && /(reader_cfg|infer_cfg|eval_cfg|meta_template)$/.test(target.name);
        return used
          ? [{ changes: [{ start: statement.end, end: statement.end, text: ',' }], at: statement.end - 1, within: statement }]
          : [];
      }),
  },
  {
    id: 'value/abbr twice',
    sites: (source) => [...models(source), ...datasets(source)].flatMap((literal) => copied(source, literal)),
  },
  {
    id: 'value/attr of a model',
    sites: (source, slip) =>
      models(source).flatMap((model) => {
        const attr = plainText(source, entryOf(model, 'attr'));
        return attr ? [replaced(model, attr, slip(source.textOf(attr)))] : [];
      }),
  },
];

/** The entry of a list once more, with another path: whoever copies one forgets the abbr. */
function copied(source: PythonSource, literal: Literal): Mutation[] {
  const path = plainText(source, entryOf(literal, 'path'));
  const abbr = entryOf(literal, 'abbr');
  if (
    !path ||
    !abbr ||
    !literal.name.endsWith('[]') ||
    literal.parent !== undefined ||
    !/^\s*,?\s*\]/.test(source.text.slice(literal.at.end))
  )
    return [];
  const text = source.textOf(literal.at);
  const copy = text.slice(0, path.end - literal.at.start) + '-v2' + text.slice(path.end - literal.at.start);
  const inserted = `,\n    ${copy}`;
  const { end } = literal.at;
  return [{ changes: [{ start: end, end, text: inserted }], at: abbr.at.start, within: { start: literal.at.start, end: end + 1 } }];
}

const missingKinds: readonly Kind<PythonSource>[] = [
  without('type of a dataset', 'type', datasets),
  without('type of a model', 'type', models),
  without('type of a template', 'type', named('prompt_template', 'ice_template')),
  without('type of a retriever', 'type', named('retriever')),
  without('type of an inferencer', 'type', named('inferencer')),
  without('type of an evaluator', 'type', named('evaluator')),
  without('evaluator', 'evaluator', named('eval_cfg')),
  without('eval_cfg', 'eval_cfg', datasets),
  without('infer_cfg', 'infer_cfg', datasets),
  without('reader_cfg', 'reader_cfg', datasets),
  without('abbr of a model', 'abbr', models),
  without('retriever', 'retriever', named('infer_cfg')),
  without('inferencer', 'inferencer', named('infer_cfg')),
  without('prompt_template', 'prompt_template', named('infer_cfg')),
  without('fix_id_list', 'fix_id_list', named('retriever')),
  without('role of a turn', 'role', turnsWithPrompt),
  without('path of a model', 'path', (source) => models(source).filter((model) => plainText(source, entryOf(model, 'path')) !== undefined)),
  without('path of a dataset', 'path', datasets),
];

function turnsWithPrompt(source: PythonSource): readonly Literal[] {
  return source.named('round[]').filter((turn) => entryOf(turn, 'prompt') !== undefined);
}

/** AISBench names every dataset and model by its abbr; OpenCompass makes one up. */
export const aisBenchOnly: ReadonlySet<string> = new Set(['missing/abbr of a model', 'value/attr of a model']);

export const configValueKinds: readonly Kind<PythonSource>[] = [...valueKinds, ...missingKinds];
