import { html, type TemplateResult } from 'lit';
import type { Choice, Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';
import type { Pairs } from './pairs.js';

/** Stands for the models of tasks, which are asked without one. */
const noModels: readonly Choice[] = [{ id: '', label: '' }];

const none: readonly Choice[] = [];

/** The matrix of a document. */
export function matrix(preview: Preview, pairs: Pairs, pick: (selection: PreviewSelection) => void): TemplateResult {
  const tasks = preview.framework.previews === 'tasks';
  const { dataset, model } = preview.selection;
  const want = (datasets: readonly string[], models: readonly string[]): void => pairs.want(datasets, tasks ? [] : models);
  return html`<pair-matrix
    .datasets=${pairs.datasets && pairs.paired}
    .models=${tasks ? noModels : (pairs.pairedModels ?? none)}
    .stateOf=${pairs.stateOf}
    .epoch=${pairs.epoch}
    .told=${pairs.told}
    .chosen=${{ dataset, model }}
    .wanted=${want}
    .picked=${(datasetId: string, modelId: string) => pick(tasks ? { dataset: datasetId } : { dataset: datasetId, model: modelId })}
  ></pair-matrix>`;
}
