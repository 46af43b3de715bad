import { describe, expect, it, test } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { languageByEnding } from '../../../server/src/engine/core/language.js';
import { fieldMarkdown, nameMarkdown } from '../../../server/src/engine/checks/field-markdown.js';
import { frameworks } from '../../../server/src/engine/frameworks/registry.js';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import type { FileId } from '../../../server/src/engine/core/span.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { hostileNames } from '../../support/hostile-names.js';
import { activeParts, codeOf } from '../../support/markdown.js';

type Files = Readonly<Record<FileId, string>>;

/** The name as a literal of Python, JSON and double-quoted YAML. */
const literal = (name: string): string => JSON.stringify(name);

/** A config that puts the name wherever a hover may show it: abbr, role, API role, keys, values, class names, names of files, reasons. */
function pairs(name: string, framework: 'opencompass' | 'ais_bench'): Files {
  const n = literal(name);
  const base = `/ws/${name.replaceAll('/', '\u2215')}.py`;
  return {
    '/ws/eval.py': `_base_ = [${literal(base.slice('/ws/'.length))}]
import os
note = ${n}
unset = os.environ[${n}]
known = '{{_base_.from_base}}'
meta_template = {
    'round': [{'role': ${n}, 'api_role': ${n}, 'begin': ${n}, 'generate': True}, {'role': 'HUMAN', 'api_role': ${n}}],
    'reserved_roles': [{'role': 'SYSTEM', 'api_role': ${n}}], ${n}: ${n},
}
infer_cfg = {
    'prompt_template': {'type': 'PromptTemplate', 'ice_token': ${n}, 'template': {
        'begin': [{'role': 'SYSTEM', 'fallback_role': ${n}, 'prompt': ${n}}, ${n}],
        'round': [{'role': ${n}, 'prompt': ${n}}, {'role': 'HUMAN', 'prompt': ${n}}, {'role': 'NOBODY', 'prompt': ''}],
        ${n}: ${n}}},
    'retriever': {'type': ${n}, ${n}: {${n}: [${n}]}},
    'inferencer': {'type': 'GenInferencer', ${n}: type(${n}, (), {})},
    ${n}: unset,
}
datasets = [{'abbr': ${n}, 'type': ${n}, 'path': ${n}, 'reader_cfg': {'input_columns': [${n}], 'output_column': ${n}, ${n}: unset}, 'infer_cfg': infer_cfg, ${n}: ${n}}]
models = [
    {'abbr': ${n}, 'type': ${n}, 'path': ${n}, 'meta_template': meta_template, ${n}: ${n}},
    {'abbr': 'a' + ${n}, 'type': 'HuggingFaceCausalLM', ${framework === 'ais_bench' ? "'attr': 'local', " : ''}'path': unset, 'meta_template': {'round': [{'role': 'BOT'}]}},
    {'abbr': 'own', 'type': '${framework}.models.Own', 'path': ${n}, 'meta_template': meta_template},
]
`,
    [base]: `from_base = ${n}\n`,
    [`/ws/${framework}/models/__init__.py`]: `from .own import Own\n`,
    [`/ws/${framework}/models/own.py`]: `class Own:\n    def __init__(self, path, meta_template=None, other=${n}):\n        pass\n`,
  };
}

/** A task that does the same, its group, and its module. */
function task(name: string): Files {
  const n = literal(name);
  const member = `/ws/tasks/${name.replaceAll('/', '\u2215')}.yaml`;
  return {
    '/ws/tasks/pond.yaml': `task: ${n}
task_alias: ${n}
dataset_path: ${n}
process_docs: !function utils.clean
output_type: generate_until
doc_to_text: ${n}
doc_to_target: ${n}
fewshot_delimiter: ${n}
generation_kwargs: {until: [${n}], ? ${n} : ${n}}
metric_list:
  - {metric: ${n}, aggregation: mean, ? ${n} : ${n}}
filter_list:
  - name: ${n}
    filter:
      - {function: ${n}, group_select: ${n}}
fewshot_config:
  sampler: ${n}
  samples: [{? ${n} : ${n}}]
metadata: {version: ${n}, ? ${n} : ${n}}
`,
    '/ws/tasks/utils.py': `def clean(dataset, text=${n}, other: ${n} = None):\n    return dataset\n`,
    '/ws/tasks/group.yaml': `group: ${n}
group_alias: ${n}
task:
  - ${literal(`of ${name}`)}
  - task: ${literal(`of ${name}`)}
    task_alias: ${n}
aggregate_metric_list:
  - {metric: ${n}, weight_by_size: true}
`,
    [member]: `task: ${literal(`of ${name}`)}\ndataset_path: x\noutput_type: generate_until\ndoc_to_text: a\ndoc_to_target: b\n`,
  };
}

/** A name may be thousands of words long: not each of them is looked at. */
const mostPlaces = 600;

/** All Markdown that an editor can get at any word of a document. */
function allMarkdown(project: Project, file: FileId, text: string): string[] {
  project.update(file, text, 1, languageByEnding(file)!);
  const offsets = [...text.matchAll(/[\w.]+|["']/g)].flatMap(({ index, 0: word }) => [index, index + word.length]);
  const [few, many] = [new Set(offsets), Math.ceil(offsets.length / mostPlaces)];
  return [...few]
    .filter((_, i) => i % many === 0)
    .flatMap((offset) => {
      const documentation = completions(project, file, offset).map(({ markdown }) => markdown);
      const found = hover(project, file, offset);
      return found ? [found.markdown, ...documentation] : documentation;
    });
}

async function markdownOf(files: Files, ...open: readonly FileId[]): Promise<string[]> {
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings, {});
  for (const file of open) project.load(file);
  await project.reads.pending;
  return [...new Set(open.flatMap((file) => allMarkdown(project, file, files[file]!)))];
}

const written = hostileNames.map((name) => [literal(name).slice(0, 60), name] as const);

describe.each(written)('no hover and no completion does anything with %s', (_shown, name) => {
  it.each(['opencompass', 'ais_bench'] as const)('in a config of %s', async (framework) => {
    const found = await markdownOf(pairs(name, framework), '/ws/eval.py');
    expect(found.flatMap(activeParts)).toEqual([]);
    expect(found.length).toBeGreaterThan(name.length > 1000 ? 3 : 15);
  });

  it('in a task and a group', async () => {
    const found = await markdownOf(task(name), '/ws/tasks/pond.yaml', '/ws/tasks/group.yaml');
    expect(found.flatMap(activeParts)).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });
});

test('what stands in a config is shown as it stands there', async () => {
  const found = await markdownOf(pairs('</E>', 'opencompass'), '/ws/eval.py');
  const codes = found.flatMap(codeOf);
  // A role or key, the path of a key, an abbr, a file, a value.
  for (const shown of [/^<\/E>$/, /\w\.<\/E>$/, /^a<\/E>$/, /^<\u2215E>\.py$/, /^'<\/E>'\n$/])
    expect(codes).toContainEqual(expect.stringMatching(shown));
});

test('the kinds of hovers are all met', async () => {
  const all = [
    ...(await markdownOf(pairs('x', 'opencompass'), '/ws/eval.py')),
    ...(await markdownOf(task('x'), '/ws/tasks/pond.yaml', '/ws/tasks/group.yaml')),
  ].join('\n');
  for (const kind of [
    'Defined by',
    'Not defined by',
    'sent as',
    'Unknown: ',
    'from your source',
    ' · from `',
    '· task ·',
    'def clean(',
    '**input_columns**',
    'Own(',
    '· role',
  ])
    expect(all).toContain(kind);
});

test('what the schemas say is without links itself', () => {
  const kinds = ['model', 'dataset', 'infer-cfg', 'reader-cfg', 'meta-template', 'meta-role', 'dialogue-item', 'task', 'group'] as const;
  const fields = frameworks.flatMap((framework) =>
    kinds.flatMap((kind) => [...(framework.fields.keys(kind) ?? [])].flatMap((key) => framework.fields.field(kind, key) ?? [])),
  );
  const names = frameworks.flatMap((framework) => ['HUMAN', 'BOT', 'SYSTEM'].flatMap((role) => framework.fields.role(role) ?? []));
  const classes = frameworks.flatMap((framework) =>
    ['PromptTemplate', 'ZeroRetriever', 'GenInferencer'].flatMap((name) => framework.fields.classDoc(name) ?? []),
  );
  expect(fields.length).toBeGreaterThan(50);
  expect([...fields.map(fieldMarkdown), ...[...names, ...classes].map(nameMarkdown)].flatMap(activeParts)).toEqual([]);
});
