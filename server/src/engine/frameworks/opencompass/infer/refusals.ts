import type { RenderError } from '../../../prompt/rendered-prompt.js';
import type { DictValue } from '../../../core/value.js';
import type { DatasetReader } from '../retrieve/dataset-reader.js';

/** What an inferencer looks at beside its templates before it asks the model. */
interface AskedModel {
  /** Last name of the inferencer's class; undefined where it is unknown. */
  readonly inferencerClass: string | undefined;
  readonly reader: DatasetReader | undefined;
  /** Whether the model is a service (`is_api`). */
  readonly service: boolean;
  /** A row of a run; undefined where the rows are others, whose columns need not be those of a run. */
  readonly row: DictValue | undefined;
}

/** Inferencers that refuse an output column, and the name by which they do. */
const withoutOutput: ReadonlyMap<string, string> = new Map([
  ['PPLOnlyInferencer', 'PPLOnlyInferencer'],
  ['MinKPercentInferencer', 'PPLOnlyInferencer'],
  ['InferencePPLOnlyInferencer', 'InferencePPLOnlyInferencer'],
  ['SWCELossInferencer', 'SWCELossInferencer'],
]);

/** Columns that inferencers take from the rows by a name of their own. */
const ownColumns: ReadonlyMap<string, string> = new Map([
  ['CLPInferencer', 'choices'],
  ['LLInferencer', 'cont'],
]);

/**
 * What an inferencer raises though there is a prompt, before it asks the model anything. OpenCompass 0.5.4 `openicl/icl_inferencer/` (`icl_clp_inferencer.py`,
 * `icl_ll_inferencer.py`, `icl_ppl_only_inferencer.py`, `icl_mink_percent_inferencer.py`, `icl_inference_ppl_only_inferencer.py`, `icl_sw_ce_loss_inferencer.py`).
 */
export function refusalOf({ inferencerClass: name = '', reader, service, row }: AskedModel): RenderError | undefined {
  if (service && name === 'CLPInferencer')
    return {
      error: 'ValueError: API model is not supported for conditional log probability inference and skip this exp.',
      stage: 'prompt',
    };
  const refuses = withoutOutput.get(name);
  if (refuses !== undefined && reader?.outputColumn)
    return {
      error: `AssertionError: ${refuses} supports \`output_column=None\` only.`,
      stage: 'prompt',
      span: reader.outputColumn.span,
    };
  const column = ownColumns.get(name);
  return column !== undefined && row && !row.get(column) ? { error: `KeyError: '${column}'`, stage: 'prompt' } : undefined;
}
