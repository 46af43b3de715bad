import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import { openCompassDialect } from '../../../server/src/engine/frameworks/opencompass/opencompass-dialect.js';
import { HarmlessPairs } from '../../../server/src/engine/frameworks/opencompass/render/harmless-pairs.js';
import { spelled } from '../../../server/src/engine/frameworks/opencompass/render/spelled.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';

const file = '/ws/eval.py';

const config = (template: string, human = "dict(role='HUMAN', api_role='HUMAN')"): string => `
from opencompass.models import OpenAI
datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt=${template})])),
    retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(type=OpenAI, abbr='m', path='x', meta_template=dict(round=[${human}, dict(role='BOT', api_role='BOT', generate=True)]))]
`;

function projectOf(text: string): Project {
  return createProject(new MemoryWorkspace({ [file]: text }), defaultSettings);
}

/** Of the one pair of a config: whether it is taken for harmless. */
function isHarmless(text: string): boolean {
  const { config: read } = projectOf(text).load(file)!;
  return new HarmlessPairs(openCompassDialect, read.datasets[0]!).has(read.models[0]);
}

function render(text: string, options = {}): void {
  const { framework, config: read } = projectOf(text).load(file)!;
  framework.render({ dataset: read.datasets[0]!, model: read.models[0] }, options);
}

describe('a pair that raises nothing', () => {
  it('is known by what it says, once it was rendered or checked', () => {
    expect(isHarmless(config("'One {q}'"))).toBe(false);
    render(config("'One {q}'"));
    expect(isHarmless(config("'One {q}'"))).toBe(true);
    expect(isHarmless('\n\n' + config("'One {q}'"))).toBe(true);
    expect(isHarmless(config("'One  {q}'"))).toBe(false);
    projectOf(config("'Two {q}'")).check(file);
    expect(isHarmless(config("'Two {q}'"))).toBe(true);
    expect(isHarmless(config("'Two {q}'", "dict(role='HUMAN', api_role='SYSTEM')"))).toBe(false);
  });

  it('is not known by a prompt that was made otherwise than a check makes it', () => {
    render(config("'Few {q}'"), { shots: 0 });
    render(config("'Few {q}'"), { unfilled: new Set(['q']) });
    render(config("'Few {q}'"), { mode: 'ppl' });
    expect(isHarmless(config("'Few {q}'"))).toBe(false);
  });

  it('is told of when an edit makes it raise, at the line where it stands then', () => {
    const project = projectOf(config("'Three {q}'"));
    const raised = (): string[] =>
      project
        .check(file)
        .flatMap(({ severity, span, rule }) => (severity === 'error' ? [`${rule} ${String(lineOf(project, span.start))}`] : []));
    expect(raised()).toEqual([]);
    const broken = config("'Three {q}'", "dict(role='HUMAN')");
    project.update(file, broken, 1, 'python');
    const first = raised();
    expect(first).not.toEqual([]);
    project.update(file, '\n' + broken, 2, 'python');
    expect(raised()).toEqual(first.map((said) => said.replace(/\d+$/, (line) => String(Number(line) + 1))));
    project.update(file, config("'Three {q}'"), 3, 'python');
    expect(raised()).toEqual([]);
  });
});

describe('what values say', () => {
  const said = (text: string): string | undefined => spelled([valueOf(text)]);

  it.each([
    ["'1'", '1'],
    ['1', '1.0'],
    ['True', '1'],
    ["['a', 'b']", "['a, b']"],
    ["['a', 'b']", "('a', 'b')"],
    ["[['a'], 'b']", "['a', ['b']]"],
    ["dict(a='b')", "['a', 'b']"],
    ['dict(a=None)', "dict(a='None')"],
    ['dict(a=1, b=2)', 'dict(b=2, a=1)'],
  ])('is not the same of %s and %s', (one, other) => {
    expect(said(one)).toBeDefined();
    expect(said(one)).not.toBe(said(other));
  });

  it('is the same wherever it is written', () => {
    expect(said("dict(a=['b', 1.5, None])")).toBe(said("{  'a': ['b', 1.5, None]}"));
  });

  it.each(['{1, 2}', "b'x'", 'range(3)', "open('x')"])('is not written out of %s', (text) => {
    expect(said(`[${text}]`)).toBeUndefined();
  });

  it('is not written out of what would take long', () => {
    expect(said("'x' * 30000")).toBeUndefined();
    const doubled = Array.from({ length: 60 }, (_, i) => `v${String(i + 1)} = [v${String(i)}, v${String(i)}]`).join('\n');
    expect(spelled([valueOf('v60', `v0 = ['x']\n${doubled}\n`)])).toBeUndefined();
  });
});

function valueOf(text: string, before = ''): Value {
  return projectOf(`${before}value = ${text}\n`).evaluate(file)!.value.get('value')!;
}

function lineOf(project: Project, offset: number): number {
  return project.document(file)!.text.slice(0, offset).split('\n').length;
}
