import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/project.js';
import { defaultSettings } from '../../../server/src/settings.js';
import { MemoryWorkspace } from '../../../server/src/workspace.js';
import { readRows, type Json } from '../opencompass/case.js';

// Odd templates and meta templates of every kind: whatever the preview cannot show has an error, and no rule falls over.

const inferencers: Readonly<Record<string, string>> = {
  gen: 'GenInferencer',
  ppl: 'PPLInferencer',
  ppl_only: 'PPLOnlyInferencer',
  gen_label: 'InferencePPLOnlyInferencer',
  adv: 'AttackInferencer',
  chat: 'ChatInferencer',
  sw_ce_loss: 'SWCELossInferencer',
};

/** Rules whose errors are about the prompt of the pair and nothing else: each is an exception of the renderer. */
const aboutThePrompt = new Set(['ice-token-missing', 'ice-token-undefined', 'missing-ice-template', 'missing-fallback-role', 'prompt-raises']);

interface Row {
  readonly id: Json;
  readonly prompt_template: Json;
  readonly ice_template: Json;
  readonly reader_cfg: Json;
  readonly retriever: Json;
  readonly inferencer: { readonly mode: string; readonly labels: Json };
  readonly metas: readonly { readonly kind: string; readonly meta: Json }[];
}

/** The pairs of a golden row as JSON configs. */
function configsOf(row: Row): string[] {
  const { mode, labels } = row.inferencer;
  const inferCfg = {
    ...(row.prompt_template !== null && { prompt_template: row.prompt_template }),
    ...(row.ice_template !== null && { ice_template: row.ice_template }),
    retriever: row.retriever,
    inferencer: { type: inferencers[mode]!, ...(labels !== null && { labels }) },
  };
  const datasets = [{ abbr: 'd', type: 'JsonlDataset', reader_cfg: row.reader_cfg, infer_cfg: inferCfg }];
  return row.metas.map(({ kind, meta }) => JSON.stringify({ datasets, models: [{ type: kind === 'lm' ? 'HuggingFaceCausalLM' : 'OpenAISDK', abbr: 'm', meta_template: meta }] }));
}

describe.each([
  ['quirks', 1],
  ['fuzz', 8],
])('pairs of %s, one row in %i', (name, step) => {
  it('raise exactly where an error says so', () => {
    const rows = readRows(`test/fixtures/opencompass/${name}.jsonl.gz`).filter((_, i) => i % step === 0);
    let raising = 0;
    for (const text of rows.flatMap(({ json }) => configsOf(json as unknown as Row))) {
      const project = createProject(new MemoryWorkspace({ '/ws/eval.json': text }), defaultSettings);
      const { framework, config } = project.load('/ws/eval.json')!;
      const { dataset, model } = framework.targets(config)[0]!;
      const [error] = framework.raises(dataset, [model]);
      const errors = project.check('/ws/eval.json').filter(({ severity }) => severity === 'error');
      if (error) expect(errors, `${error.error}\n${text}`).not.toEqual([]);
      else expect(errors.filter(({ rule }) => aboutThePrompt.has(rule)), text).toEqual([]);
      if (error) raising++;
    }
    expect(raising).toBeGreaterThan(10);
  });
});
