import { expect, it } from 'vitest';
import { fixture } from '../../support/fixture.js';

const dataset = (template: string): string =>
  `{"abbr": "d", "infer_cfg": {"prompt_template": {"type": "PromptTemplate", "template": ${template}}, "retriever": {"type": "ZeroRetriever"}, "inferencer": {"type": "GenInferencer"}}}`;

function findings(
  datasets: readonly string[],
  rules: Record<string, 'off' | 'error'> = {},
): { rule: string; severity: string; at: number }[] {
  const text = `{"datasets": [${datasets.join(',\n')}], "models": []}`;
  const { project, file } = fixture(`# file: run.json\n${text}`, { rules });
  return project
    .check(file)
    .filter(({ rule }) => rule === 'limit' || rule === 'unknown-key')
    .map(({ rule, severity, span }) => ({ rule, severity, at: text.slice(0, span.start).split('\n').length - 1 }));
}

const [good, bad] = [dataset('"a"'), dataset('{"round": [{"role": "HUMAN", "prmpt": "a"}]}')];

it('of a config with more datasets than anybody evaluates the first ones are checked, and it is said where the others begin', () => {
  const many = Array.from({ length: 5001 }, (_, i) => (i === 2 || i === 5000 ? bad : good));
  expect(findings(many)).toEqual([
    { rule: 'unknown-key', severity: 'warning', at: 2 },
    { rule: 'limit', severity: 'information', at: 5000 },
  ]);
  expect(findings(many, { limit: 'off' })).toMatchObject([{ rule: 'unknown-key' }]);
});

it('all of 5,000 are checked', () => {
  expect(findings([...Array.from({ length: 4999 }, () => good), bad])).toMatchObject([{ rule: 'unknown-key', at: 4999 }]);
});

it('a dataset that is listed again behind them is checked where it is written', () => {
  // Where mmengine loads a config by the lazy path, all mentions of a dict are one value.
  const text = `# file: run.py
from mmengine.config import read_base
with read_base():
    from .base import nothing
d = dict(abbr='d', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='a'), retriever=dict(type='ZeroRetriever'), inferencer=(dict(type='GenInferencer'),)))
datasets = [d] * 5001
# file: base.py
nothing = 0
`;
  const { project, file } = fixture(text);
  expect(project.check(file).map(({ rule }) => rule)).toEqual(expect.arrayContaining(['trailing-comma-tuple', 'limit']));
});
