import { classNameOf, classPathOf } from '../../../config/class-name.js';
import type { DatasetConfig } from '../../../config/config.js';
import { original, textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { Span } from '../../../core/span.js';
import { writesNothing } from '../../../checks/support/places.js';
import { addShape, addWholeText } from '../../../checks/support/shape.js';
import { hierarchyOf, methodOf } from '../../../classes/hierarchy.js';
import type { Expression } from '../../../python/syntax/tree/ast.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { datasetFacts, hasTaskOfItsOwn } from './support/class-keys.js';

/**
 * A judge has a dataset of its own (`dataset_cfg`), beside whose rows the answers are put, the first beside the first: it must be the one that was
 * asked. OpenCompass 0.5.3 `evaluator/generic_llm_evaluator.py` (`dataset.test.add_column`). Only what both configs say, or one of them and the default
 * of `load`, is compared, of one and the same class.
 */
export const judgeOtherRows: ConfigRule = {
  id: 'judge-other-rows',
  title: 'A judge that is given other rows than those that were asked',
  frameworks: ['opencompass'],
  severity: 'warning',
  prevents: 'Answers that are judged by the references of other questions; ValueError: the new column has another length',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context, 'eval') || writesNothing(context)) return;
    const seen = new Set<Span>();
    for (const dataset of context.config.datasets) {
      const judged = judgedConfig(dataset);
      if (!judged) continue;
      for (const { key, at, does } of differences(context, dataset, judged)) {
        if (at?.file !== context.file || seen.has(at)) continue;
        seen.add(at);
        yield {
          span: at,
          message: say`The judge of ${textOf(dataset.value.get('abbr')) ?? classNameOf(dataset.value.get('type')) ?? ''} loads other rows than the dataset: \`${key}\` of its dataset_cfg ${does}. Answers are put beside the judge's rows one by one: they are judged as answers to other questions, or the evaluation raises ValueError.`,
        };
      }
    }
  },
};

/** The framework's judges that load a dataset of their own; that of ATLAS was called SAGE before (`datasets/atlas/evaluation.py`). */
const judges: ReadonlySet<string> = new Set(['GenericLLMEvaluator', 'ATLASLLMEvaluator', 'SAGELLMEvaluator']);

/** The dataset that the judge loads, where it is of the same class. In a cascade the judge is given the rows themselves. */
function judgedConfig({ value }: DatasetConfig): DictValue | undefined {
  const evalCfg = value.get('eval_cfg');
  const evaluator = evalCfg?.kind === 'dict' ? evalCfg.get('evaluator') : undefined;
  if (evaluator?.kind !== 'dict' || !judges.has(classNameOf(evaluator.get('type')) ?? '')) return undefined;
  const judged = evaluator.get('dataset_cfg');
  if (judged?.kind !== 'dict') return undefined;
  const path = classPathOf(judged.get('type'));
  return path !== undefined && path === classPathOf(value.get('type')) ? judged : undefined;
}

interface Difference {
  readonly key: string;
  /** Where it is written. */
  readonly at: Span | undefined;
  readonly does: string;
}

/** Keys that do not reach `load`, and `path`: two of them may be names of one place (`utils/datasets_info.py`). */
const notCompared: ReadonlySet<string> = new Set(['type', 'abbr', 'reader_cfg', 'infer_cfg', 'eval_cfg', 'k', 'n', 'mode', 'path']);

function* differences(context: CheckContext, dataset: DatasetConfig, judged: DictValue): Iterable<Difference> {
  const { value } = dataset;
  for (const key of datasetFacts(context, dataset)?.signature?.keys.keys() ?? [])
    if (!notCompared.has(key)) yield* difference(key, value.entry(key), judged.entry(key), () => shapeOfDefault(context, value, key));
  const [own, other] = [value.get('reader_cfg'), judged.get('reader_cfg')];
  if (own?.kind === 'dict' && other?.kind === 'dict')
    for (const [key, usual] of readerKeys) yield* difference(key, own.entry(key), other.entry(key), () => usual);
  const times = judged.entry('n');
  // The answers of each repetition are judged by themselves.
  if (times?.value.kind === 'int' && times.value.value > 1)
    yield { key: 'n', at: times.valueSpan, does: say`repeats them, and each repetition is judged by itself` };
}

/** What a reader takes of the rows, with the shapes of its defaults (`openicl/icl_dataset_reader.py`). */
const readerKeys: readonly (readonly [key: string, usual: string])[] = [
  ['test_split', shapeOfText('test')],
  ['test_range', 'none;'],
];

function* difference(
  key: string,
  own: DictEntry | undefined,
  judged: DictEntry | undefined,
  usual: () => string | undefined,
): Iterable<Difference> {
  if (!own && !judged) return;
  const [a, b] = [own, judged].map((entry) => (entry ? shapeOf(entry.value) : usual()));
  if (a === undefined || b === undefined || a === b) return;
  // The judge's is the one that is forgotten or left behind; where that has none, the dataset's.
  yield { key, at: (judged ?? own)?.valueSpan, does: judged ? say`is another one` : say`is missing` };
}

/** Undefined where some of it is not known. */
function shapeOf(value: Value): string | undefined {
  const parts: string[] = [];
  addShape(parts, original(value), addWholeText);
  return parts.includes('unknown') ? undefined : parts.join('');
}

/** The default of an argument of the class's `load`, where that is a plain literal. */
function shapeOfDefault({ file, surroundings: { classes } }: CheckContext, dataset: DictValue, key: string): string | undefined {
  const path = classPathOf(dataset.get('type'));
  const found = path?.includes('.') ? classes.find(path, file) : undefined;
  const load = found?.kind === 'class' ? methodOf(hierarchyOf(classes, found.source), 'load') : undefined;
  if (!load || load === 'unknown') return undefined;
  const { positional, keywordOnly } = load.node.parameters;
  return shapeOfLiteral([...positional, ...keywordOnly].find(({ name }) => name.name === key)?.defaultValue);
}

function shapeOfLiteral(node: Expression | undefined): string | undefined {
  switch (node?.type) {
    case 'String':
      return shapeOfText(node.traced.text);
    case 'Int':
      return `i${String(node.value)};`;
    case 'Constant':
      return node.value === 'None' ? 'none;' : node.value === 'Ellipsis' ? undefined : `b${String(node.value === 'True')};`;
    default:
      return undefined;
  }
}

function shapeOfText(text: string): string {
  const parts: string[] = [];
  addWholeText(parts, text, '');
  return parts.join('');
}
