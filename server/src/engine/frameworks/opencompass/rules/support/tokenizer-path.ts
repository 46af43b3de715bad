import { classPathOf } from '../../../../config/class-name.js';
import { listed } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictValue } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { isAbsentText } from './absent-text.js';

/** Classes whose rows are made with the tokenizer of the first model. AISBench 3.1.0 `cli/utils.py` (`fill_model_path_if_datasets_need`). */
const made = /^ais_bench\.benchmark\.datasets\.(?:\w+\.)*(?:SyntheticDataset|ShareGPTDataset|MooncakeTraceDataset)$/;

/** A first model that does not say where its tokenizer is, beside datasets whose rows are made with it. */
export function* tokenizerPathFindings({ config, file }: CheckContext): Iterable<Finding> {
  const first = config.models.find(({ list, index }) => list === 'models' && index === 0)?.value;
  const datasets = config.datasets.filter(
    ({ value }) => made.test(classPathOf(value.get('type')) ?? '') && value.get('infer_cfg')?.kind === 'dict',
  );
  if (!first || datasets.length === 0 || !lacksPath(first)) return;
  const span = [first.entry('path')?.valueSpan, first.span, config.evaluation.value.entry('datasets')?.keySpan].find(
    (at) => at?.file === file,
  );
  if (span)
    yield {
      span,
      // An empty one may be left for whoever runs the config to fill in.
      ...(first.entry('path') && { severity: 'warning' as const }),
      message: say`The rows of ${listed([...new Set(datasets.map(({ abbr }) => abbr))], 2)} are made with the tokenizer of the first model, whose \`path\` does not say where it is: AISBench stops with AISBenchConfigError.`,
    };
}

function lacksPath(model: DictValue): boolean {
  const path = model.get('path');
  return path === undefined ? [...model.entries.values()].every(({ key }) => textOf(key) !== undefined) : isAbsentText(path);
}
