import type { LoadedColumns } from '../../../../classes/columns/load-columns.js';
import type { ClassIndex } from '../../../../classes/class-index.js';
import { hierarchyOf } from '../../../../classes/hierarchy.js';
import { classPathOf } from '../../../../config/class-name.js';
import { itemsOf } from '../../../../config/sequence.js';
import type { FileId } from '../../../../core/span.js';
import type { DictValue, Value } from '../../../../core/value.js';
import type { NamingClass } from '../../../face/editor.js';
import type { ClassReader } from '../../classes/class-facts.js';
import { modulesOf } from '../class-completion.js';

/** The class of a dataset, whose `load` gives its rows their columns; undefined where its source is not within reach. It is read when it is first asked for a name. */
export function namingClass(dataset: DictValue, reader: ClassReader, file: FileId, classes: ClassIndex): NamingClass | undefined {
  const source = reader.sourceOf('dataset', dataset.get('type'), file, classes);
  if (!source) return undefined;
  const { at, module, name } = source;
  // By any arguments: what a branch gives with others is its name, too.
  const made = (): LoadedColumns | undefined => reader.factsOf('dataset', source, classes).columns?.();
  return {
    name,
    get statement() {
      const { node } = source;
      return { file: module.file, start: at + (node?.start ?? 0), end: at + (node?.end ?? 0) };
    },
    isFrameworks: module.file.includes(`/${reader.package.replaceAll('.', '/')}/`),
    places: (_, column) => {
      const columns = made();
      const has = columns?.columns.includes(column) === true || columns?.some.includes(column) === true;
      return has ? (columns?.written.get(column) ?? []) : undefined;
    },
    all: () => {
      const columns = made();
      return columns?.known === 'exact' ? columns.columns : undefined;
    },
    get readers() {
      return evaluatorTypes(dataset.get('eval_cfg')).map((type) => readerOf(type, reader, file, classes));
    },
  };
}

/** The `type` of all that judges answers, at any depth; what only follows the text of an answer has no part in the rows. */
function evaluatorTypes(value: Value | undefined, depth = 0): Value[] {
  if (depth > 8) return [];
  if (value?.kind !== 'dict') return (itemsOf(value) ?? []).flatMap((item) => evaluatorTypes(item, depth + 1));
  return [...value.entries.values()].flatMap(({ key, value: inner }) => {
    if (key.kind === 'str' && key.text === 'type') return [inner];
    return key.kind === 'str' && key.text.endsWith('postprocessor') ? [] : evaluatorTypes(inner, depth + 1);
  });
}

function readerOf(type: Value, reader: ClassReader, file: FileId, classes: ClassIndex): NamingClass['readers'][number] {
  const path = classPathOf(type) ?? '';
  const paths = path.includes('.') ? [path] : modulesOf('evaluator', reader).map((module) => `${module}.${path}`);
  for (const one of paths) {
    const found = classes.find(one, file);
    if (found.kind === 'function') return { name: path, files: [found.source.module.file] };
    if (found.kind !== 'class') continue;
    const { classes: all, complete } = hierarchyOf(classes, found.source);
    return { name: found.source.name, files: complete ? [...new Set(all.map(({ module }) => module.file))] : undefined };
  }
  return { name: path, files: undefined };
}
