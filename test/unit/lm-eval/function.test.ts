import { describe, expect, it } from 'vitest';
import { ClassIndex } from '../../../server/src/engine/classes/class-index.js';
import { findFunction, type FunctionLookup } from '../../../server/src/engine/frameworks/lm-eval/load/function.js';
import { RefValue } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const utils = [
  'import re',
  'from .shared import shared_one',
  'LIMIT = 3',
  '@cached',
  'def process_docs(dataset: "Dataset", *, keep=(1, 2)) -> "Dataset":  # keeps some',
  '    return dataset',
  'def long(',
  '    doc,  # a row',
  '    results=None,',
  '):',
  '    """Text."""',
  'if True:',
  '    def inner(doc):',
  '        return doc',
  'class Demo(Task):',
  '    pass',
].join('\n');

const files = {
  '/ws/tasks/a/utils.py': utils,
  '/ws/tasks/a/deep/more.py': 'def f(x): return x\n',
  '/ws/pkg/__init__.py': '',
  '/ws/pkg/metrics.py': 'def score(items): return 1\n',
  '/ws/tasks/a/lazy.py': 'def __getattr__(name): return name\n',
};

function find(path: string): FunctionLookup {
  const workspace = new MemoryWorkspace(files, ['/ws']);
  const span = { file: '/ws/tasks/b/task.yaml', start: 10, end: 20 };
  return findFunction(new RefValue(path, span, 'function', '/ws/tasks/a/_base'), { workspace, classes: new ClassIndex(workspace) });
}

describe('findFunction', () => {
  it.each([
    ['utils.process_docs', 'def process_docs(dataset: "Dataset", *, keep=(1, 2)) -> "Dataset"', 'process_docs'],
    ['utils.long', 'def long(doc, results=None)', 'long'],
    ['utils.inner', 'def inner(doc)', 'inner'],
    ['utils.Demo', 'class Demo(Task)', 'Demo'],
    ['deep.more.f', 'def f(x)', 'f'],
    ['pkg.metrics.score', 'def score(items)', 'score'],
  ])('finds %s beside the file in which it is written, or among the packages', (path, signature, name) => {
    const found = find(path);
    expect(found).toMatchObject({ kind: 'found', signature });
    if (found.kind === 'found') expect(files[found.file as keyof typeof files].slice(found.span.start, found.span.end)).toBe(name);
  });

  it('says what the harness raises where there is none', () => {
    expect(find('utils.nothing')).toMatchObject({
      kind: 'missing',
      certain: true,
      error: { type: 'AttributeError', text: "Module '/ws/tasks/a/utils.py' has no function 'nothing' (from YAML in /ws/tasks/a)" },
    });
    expect(find('process_docs')).toMatchObject({ kind: 'missing', certain: true, error: { type: 'ValueError' } });
    expect(find('pkg.nothing.f')).toMatchObject({ kind: 'missing', certain: true, error: { type: 'ImportError' } });
    expect(find('utlis.process_docs')).toMatchObject({ kind: 'missing', certain: false, error: { type: 'ImportError' } });
  });

  it('does not know what only shows when the module is loaded', () => {
    expect(find('utils.LIMIT').kind).toBe('unknown');
    expect(find('utils.shared_one').kind).toBe('unknown');
    expect(find('lazy.anything').kind).toBe('unknown');
    expect(find('math.sqrt').kind).toBe('unknown');
  });
});
