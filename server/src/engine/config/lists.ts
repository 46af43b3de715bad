import { original, textOf, type DictEntry, type DictValue } from '../core/value.js';
import { itemsOf } from './sequence.js';

/** A top-level list of dataset or model dicts. */
export interface ConfigList {
  readonly name: string;
  readonly entry: DictEntry;
  /** The dicts of the list with their indices there; anything else in it is left out. */
  readonly items: readonly { readonly value: DictValue; readonly index: number }[];
}

/**
 * The lists of datasets: `datasets` where there is one, for the framework runs no other, else every `*_datasets`. A config that has neither, nor models,
 * is there to be imported by others: then a list may have any name (`pond_datasets_cot`). So it may where `datasets` is not known for want of a base.
 * @param loads false where the config lacks something, so that it is not loaded
 * @param beside lists that the framework runs beside `datasets`, and not without
 */
export function datasetLists(config: DictValue, loads = true, beside: readonly string[] = []): readonly ConfigList[] {
  const more = beside.flatMap((name) => {
    const list = listNamed(config, name);
    return list && list.items.length > 0 ? [list] : [];
  });
  const main = more.length > 0 ? listNamed(config, 'datasets') : undefined;
  return main ? [main, ...more] : ownLists(config, loads);
}

function ownLists(config: DictValue, loads: boolean): readonly ConfigList[] {
  const lists = mainOr(config, 'datasets', (name) => name.endsWith('_datasets'));
  const isLacking = !loads && config.get('datasets')?.kind === 'unknown';
  if (lists.some(({ items }) => items.length > 0) || (modelLists(config).length > 0 && !isLacking)) return lists;
  const others = mainOr(config, 'datasets', () => true).filter(
    ({ items }) => items.length > 0 && items.every(({ value }) => value.entry('infer_cfg')),
  );
  return others.length > 0 ? others : lists;
}

/** The lists of models: `models` where there is one, else every list whose name ends in `model` or `models`. */
export function modelLists(config: DictValue): readonly ConfigList[] {
  return mainOr(config, 'models', (name) => /_models?$/.test(name) && !name.startsWith('judge'));
}

/** The lists of models that are not run themselves, as far as their names say so: `judge_models`, `base_models`. */
export function otherModelLists(config: DictValue, run: readonly ConfigList[]): readonly ConfigList[] {
  const names = new Set(run.map(({ name }) => name));
  return [...config.entries.values()].flatMap((entry) => {
    const name = textOf(entry.key) ?? '';
    const list = /_models?$/.test(name) && !names.has(name) ? readList(name, entry) : undefined;
    return list ? [list] : [];
  });
}

function mainOr(config: DictValue, main: string, isOther: (name: string) => boolean): readonly ConfigList[] {
  const list = listNamed(config, main);
  if (list && list.items.length > 0) return [list];
  return [...config.entries.values()].flatMap((entry) => {
    const name = textOf(entry.key) ?? '';
    const other = isOther(name) ? readList(name, entry) : undefined;
    return other ? [other] : [];
  });
}

function listNamed(config: DictValue, name: string): ConfigList | undefined {
  const entry = config.entry(name);
  return entry && readList(name, entry);
}

/** A list of dicts, or a model that stands alone (`my_model = dict(type=…)`); undefined for anything else. */
function readList(name: string, entry: DictEntry): ConfigList | undefined {
  const alone = original(entry.value);
  if (alone.kind === 'dict' && name.endsWith('model')) return { name, entry, items: [{ value: alone, index: 0 }] };
  const values = itemsOf(entry.value)?.map((item) => original(item));
  return values && { name, entry, items: values.flatMap((value, index) => (value.kind === 'dict' ? [{ value, index }] : [])) };
}
