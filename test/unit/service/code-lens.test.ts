import { describe, expect, it } from 'vitest';
import { codeLenses } from '../../../server/src/engine/editor/code-lens.js';
import { workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** The lines under a lens, cursor of the fixture in the file that is meant. */
function linesUnderLenses(source: string): string[] {
  const { project, file, texts } = fixture(source);
  const lines = project.document(file)!.lines;
  return codeLenses(project, file).map(({ span }) => texts.get(file)!.split('\n')[lines.positionAt(span.start).line]!.trim());
}

const base = "# file: base.py\ndatasets = [dict(abbr='a', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}')))]\n";
const imports =
  '# file: eval.py\nfrom mmengine.config import read_base\nwith read_base():\n    from .base import datasets as a_datasets$0\n    from .base import datasets as b_datasets\n';

describe('code lenses', () => {
  it('stand above what the document binds itself, not above what it imports', () => {
    expect(linesUnderLenses(`${imports}datasets = a_datasets + b_datasets\n${base}`)).toEqual(['datasets = a_datasets + b_datasets']);
  });

  it('stand above the first import where there is nothing else', () => {
    expect(linesUnderLenses(imports + base)).toEqual(['from .base import datasets as a_datasets']);
  });

  it('are missing in a document that is no config', () => {
    expect(linesUnderLenses('datasets = load()$0\n')).toEqual([]);
  });

  it('stand above an infer_cfg and a meta template', () => {
    const source = workspaceFixture();
    const start = source.indexOf('infer_cfg', source.indexOf('# file: datasets/demo.py'));
    expect(linesUnderLenses(source.slice(0, start) + '$0' + source.slice(start)).some((line) => line.includes('infer_cfg'))).toBe(true);
  });
});
