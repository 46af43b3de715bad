import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import type { RenderOptions } from '../../../server/src/engine/frameworks/face/behaviour.js';
import type { RenderedPrompt } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { rowOf } from './task.js';

const yaml = [
  'task: lake',
  'dataset_path: lake',
  'test_split: test',
  'output_type: generate_until',
  'doc_to_text: !function utils.text',
  'doc_to_target: a',
].join('\n');

/** The prompt of a task whose fields are functions of `utils.py`. */
function rendered(utils: string, options: RenderOptions = {}, task = yaml): RenderedPrompt {
  const workspace = new MemoryWorkspace({ '/ws/tasks/lake.yaml': task, '/ws/tasks/utils.py': utils }, ['/ws']);
  const project = createProject(workspace, defaultSettings);
  const { framework, config } = project.load('/ws/tasks/lake.yaml')!;
  return framework.render(framework.targets(config, project)[0]!, options);
}

function text({ output }: RenderedPrompt): string | undefined {
  return output?.kind === 'text' ? output.text.text : undefined;
}

const row = { train: [], test: rowOf({ q: 'How deep?', n: 3 }) };

describe('functions of tasks', () => {
  it('are called with the row', () => {
    expect(text(rendered("def text(doc):\n    return f\"{doc['q']} ({doc['n']})\"", { rows: row }))).toBe('How deep? (3)');
  });

  it('lead to their lines, and to the column', () => {
    const { output } = rendered('def text(doc):\n    return "Q: " + doc["q"]', { rows: row });
    const kinds = output?.kind === 'text' ? output.text.pieces.map(({ origin }) => origin.kind) : [];
    expect(kinds).toEqual(['source', 'row']);
  });

  it('that raise stop the task, with the line that raises', () => {
    const { error } = rendered('def text(doc):\n    x = 1\n    return doc["missing"]', { rows: row });
    expect(error).toMatchObject({ error: "KeyError: 'missing'", reason: 'utils.text raises it, in line 3 of utils.py.' });
  });

  it('that cannot be followed are unknown', () => {
    const { unknowns } = rendered('import torch\ndef text(doc):\n    return torch.load(doc["q"])', { rows: row });
    expect(unknowns).toEqual(['The library torch is not followed.']);
    expect(rendered('def text(doc):\n    while True: pass', { rows: row }).unknowns).toEqual([
      expect.stringMatching(/^utils\.text is not followed to its end: /),
    ]);
  });

  it('that make values nested deeper than the stack are unknown', () => {
    const utils = [
      'def docs(dataset):',
      '    x = {}',
      '    for i in range(10**5): x = {"a": x}',
      '    return dataset.map(lambda doc: x)',
      'def text(doc): return doc["q"]',
    ].join('\n');
    expect(text(rendered(utils, {}, `${yaml}\nprocess_docs: !function utils.docs`))).toBe('⟦q⟧');
  });

  it.each([
    ['that never end', 'def docs(dataset):\n    while True: yield {"q": "a"}'],
    ['that cannot be followed', 'import torch\ndef docs(dataset):\n    for q in torch.load("x"): yield {"q": q}'],
  ])('that give rows %s leave the row as it is', (_, utils) => {
    const prompt = rendered(`${utils}\ndef text(doc): return doc["q"]`, {}, `${yaml}\nprocess_docs: !function utils.docs`);
    expect(text(prompt)).toBe('⟦q⟧');
    expect(prompt.notes).toEqual(['process_docs is not run: the row is taken as it is.']);
  });

  it('that draw from a generator which the module has seeded are unknown: a run has drawn from it before', () => {
    const utils = 'import random\nrng = random.Random(1)\ndef text(doc):\n    return str(rng.random())';
    expect(rendered(utils, { rows: row }).unknowns).toEqual([expect.stringMatching(/depends on how often it was asked/)]);
    const fresh = 'import random\ndef text(doc):\n    return str(random.Random(1).randint(1, 6))';
    expect(text(rendered(fresh, { rows: row }))).toBe('2');
  });

  it('are called with placeholders where there is no row, also what changes the rows before', () => {
    const utils = [
      'def clean(doc):',
      '    return {"query": doc["ctx"].strip() + " ...", "choices": [e.strip() for e in doc["endings"]], "gold": int(doc["label"])}',
      'def docs(dataset):',
      '    return dataset.map(clean)',
      'def text(doc):',
      '    return doc["query"] + " / " + " / ".join(doc["choices"])',
    ].join('\n');
    const prompt = rendered(utils, {}, `${yaml}\nprocess_docs: !function utils.docs`);
    expect(text(prompt)).toBe('⟦ctx⟧ ... / ⟦endings.0⟧ / ⟦endings.1⟧ / ⟦endings.2⟧ / ⟦endings.3⟧');
    expect(prompt.notes).toEqual([]);
  });

  it('of examples are called with placeholders that have the columns which they read', () => {
    const utils = ['def text(doc):', '    return "Q: " + doc["q"]', 'def solved(doc):', '    return doc["steps"].replace("x", "y")'].join(
      '\n',
    );
    const own = 'num_fewshot: 1\nfewshot_split: train\nfewshot_config:\n  sampler: first_n\n  doc_to_target: !function utils.solved';
    const prompt = rendered(utils, {}, `${yaml}\n${own}`);
    expect([prompt.error, prompt.unknowns]).toEqual([undefined, []]);
    expect(text(prompt)).toBe('Q: ⟦q⟧ ⟦steps⟧\n\nQ: ⟦q⟧');
  });

  it('are given the columns that they ask for with something in their place', () => {
    const utils = [
      'def text(doc):',
      '    lines = list(doc.get("lines", []))',
      '    if doc.get("title"):',
      '        lines.append(doc["title"].upper())',
      '    return "\\n".join(lines[2:]) + " Q: " + doc.get("question", "") + doc.get("end", "?")',
    ].join('\n');
    expect(text(rendered(utils, {}))).toBe('⟦lines.2⟧\n⟦lines.3⟧\n⟦TITLE⟧ Q: ⟦question⟧⟦end⟧');
    const docs =
      'def docs(dataset):\n    return dataset.map(lambda doc: {"query": doc.get("ctx", "").strip()})\ndef text(doc):\n    return doc["query"]';
    expect(text(rendered(docs, {}, `${yaml}\nprocess_docs: !function utils.docs`))).toBe('⟦ctx⟧');
    expect(text(rendered('def text(doc):\n    return "Q: " + doc.get("depth", "?")', { rows: row }))).toBe('Q: ?');
  });

  it('are given the columns of which they ask whether the row has them', () => {
    const asking = (condition: string): string => `def text(doc):\n    return "Q: " + doc["depth"] if ${condition} else "nothing"`;
    for (const condition of ['"depth" in doc', '"depth" in doc.keys()']) {
      expect(text(rendered(asking(condition), {})), condition).toBe('Q: ⟦depth⟧');
      expect(text(rendered(asking(condition), { rows: row })), condition).toBe('nothing');
    }
    const filled =
      'def text(doc):\n    prompt = "Q: {{depth}}"\n    for key in ["depth", "width"]:\n        prompt = prompt.replace("{{" + key + "}}", doc[key] if key in doc else "")\n    return prompt';
    expect(text(rendered(filled, {}))).toBe('Q: ⟦depth⟧');
  });

  it('that keep something from one row to the next are unknown, and known where what they give is the same the second time', () => {
    const counting = 'count = [0]\ndef text(doc):\n    count[0] += 1\n    return f"{count[0]}: {doc[\'q\']}"';
    expect(rendered(counting, { rows: row }).unknowns).toEqual([
      'The function keeps something from one row to the next: what it gives in a run turns on the rows before.',
    ]);
    const named = 'last = None\ndef text(doc):\n    global last\n    before, last = last, doc["q"]\n    return str(before)';
    expect(rendered(named, { rows: row }).unknowns).toHaveLength(1);
    const memo = 'known = {}\ndef text(doc):\n    q = doc["q"]\n    if q not in known:\n        known[q] = q.upper()\n    return known[q]';
    expect(text(rendered(memo, { rows: row }))).toBe('HOW DEEP?');
  });

  it('that change the examples are unknown: a run gives them the same ones again', () => {
    const changing = 'def text(doc):\n    doc["q"] += "!"\n    return doc["q"]';
    const shots = `${yaml}\nnum_fewshot: 1\nfewshot_split: train\nfewshot_config:\n  sampler: first_n`;
    const rows = { train: [rowOf({ q: 'How wide?', a: 'Very.' })], test: rowOf({ q: 'How deep?', a: 'Not.' }) };
    expect(rendered(changing, { rows }, shots).unknowns).toEqual([
      'A function changes the examples that it is given: a run gives it the same ones again for the next row.',
    ]);
    expect(text(rendered(changing, { rows: row }))).toBe('How deep?!');
    expect(rendered('def text(doc):\n    return doc["q"] + "!"', { rows }, shots).unknowns).toEqual([]);
  });

  it('may be texts: they are taken as if they stood in the field', () => {
    expect(text(rendered('text = "{{q}} Really?"', { rows: row }))).toBe('How deep? Really?');
    expect(text(rendered('text = "q"', { rows: row }))).toBe('How deep?');
  });

  it('are run again when their file changes', () => {
    const workspace = new MemoryWorkspace({ '/ws/tasks/lake.yaml': yaml, '/ws/tasks/utils.py': 'def text(doc): return "old"' }, ['/ws']);
    const project = createProject(workspace, defaultSettings);
    const shown = (): string | undefined => {
      const { framework, config } = project.load('/ws/tasks/lake.yaml')!;
      return text(framework.render(framework.targets(config, project)[0]!, { rows: row }));
    };
    expect(shown()).toBe('old');
    project.update('/ws/tasks/utils.py', 'def text(doc): return "new"', 1, 'python');
    expect(shown()).toBe('new');
  });
});
