import { itemsOf } from '../../../config/sequence.js';
import { modelAttrOf } from '../../../config/model-attrs.js';
import { classPathOf } from '../../../config/class-name.js';
import type { Evaluation } from '../../../core/evaluation.js';
import { original, textOf, type Value } from '../../../core/value.js';

const packageName = 'ais_bench';

/** How many items of a list are looked at. */
const sample = 3;

/**
 * Whether a document is an AISBench config: it imports from the package, and no more from OpenCompass, lies within it, names a class of it, or has models with the
 * `attr` that only AISBench reads.
 */
export function isAisBench(evaluation: Evaluation): boolean {
  if (evaluation.file.split('/').includes(packageName) || evaluation.baseImports.some((base) => isOfPackage(base.module))) return true;
  if (isOfTheOther(evaluation)) return false;
  return [...evaluation.value.entries.values(), ...evaluation.hidden.entries.values()].some(({ value }) => isOfAisBench(value, 0));
}

/** More imports from OpenCompass than from AISBench: these have been left over from a copy, or got in by a slip. */
function isOfTheOther({ hidden }: Evaluation): boolean {
  const paths = [...hidden.entries.values()].flatMap(({ value }) => (value.kind === 'ref' ? [value.path] : []));
  const count = (name: string): number => paths.filter((path) => path.startsWith(`${name}.`)).length;
  return count('opencompass') > count(packageName);
}

function isOfPackage(path: string | undefined): boolean {
  return path === packageName || (path?.startsWith(`${packageName}.`) ?? false);
}

/** A reference into the package, or a dict that has one as its type or an `attr`; in lists and the parts of an infer_cfg too. */
function isOfAisBench(given: Value, depth: number): boolean {
  // What is looked into is a copy of its own from then on.
  const value = original(given);
  if (value.kind === 'ref') return isOfPackage(value.path);
  if (depth > 3) return false;
  if (value.kind !== 'dict')
    return (
      itemsOf(value)
        ?.slice(0, sample)
        .some((item) => isOfAisBench(item, depth + 1)) ?? false
    );
  if (isOfPackage(classPathOf(value.get('type')))) return true;
  if (isModelWithAttr(textOf(value.get('attr')), value.get('type'))) return true;
  return ['infer_cfg', 'prompt_template', 'retriever', 'inferencer'].some((key) => {
    const part = value.get(key);
    return part !== undefined && isOfAisBench(part, depth + 1);
  });
}

function isModelWithAttr(attr: string | undefined, type: Value | undefined): boolean {
  return type !== undefined && modelAttrOf(attr) !== undefined;
}
