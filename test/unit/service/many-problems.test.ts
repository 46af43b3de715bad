import { describe, expect, it } from 'vitest';
import { PairProblems } from '../../../server/src/engine/editor/preview/problems.js';
import { fixture } from '../../support/fixture.js';
import { processorMs } from '../../support/processor-time.js';

const dataset = (abbr: string): string =>
  `{"abbr": "${abbr}", "reader_cfg": {"input_columns": ["q"], "output_column": "a"}, "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": "{q}"}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}}`;

describe('thousands of findings in thousands of datasets', () => {
  const count = 2_000;
  const { project, file } = fixture(
    `# file: many.json\n{"datasets": [${`${dataset('one')}, `.repeat(count - 1)}${dataset('one')}], "models": []}`,
  );

  it('are each looked at once, and not once for each dataset', () => {
    const found = project.check(file);
    expect(found.length).toBeGreaterThanOrEqual(count - 1);
    const loaded = project.load(file)!;
    const targets = loaded.framework.targets(loaded.config, loaded.surroundings);
    expect(targets).toHaveLength(count);
    const spent = processorMs(() => {
      const problems = new PairProblems(targets, found);
      expect(targets.filter((target) => problems.worstOf(target) === undefined)).toEqual([]);
    });
    // It takes some 0.1 s; each finding for each dataset took eight.
    expect(spent).toBeLessThan(2_000);
  });

  it('are told of the pair that they concern', () => {
    const two = fixture(`# file: two.json\n{"datasets": [${dataset('one')}, ${dataset('one')}, ${dataset('other')}], "models": []}`);
    const found = two.project.check(two.file).filter(({ rule }) => rule === 'duplicate-abbr');
    const { framework, config, surroundings } = two.project.load(two.file)!;
    const targets = framework.targets(config, surroundings);
    const problems = new PairProblems(targets, found);
    expect(targets.map((target) => problems.of(target).map(({ rule }) => rule))).toEqual([['duplicate-abbr'], ['duplicate-abbr'], []]);
  });
});
