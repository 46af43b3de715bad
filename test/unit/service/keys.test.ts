import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { workspaceFiles } from '../../support/configs.js';

const files = Object.fromEntries(Object.entries(workspaceFiles).map(([name, text]) => [`/ws/${name}`, text]));

/** What the innermost key around a place makes. */
function made(file: keyof typeof workspaceFiles, text: string): string[] {
  const result = preview(createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings), '/ws/eval.py', { selection: {} });
  if (result.kind !== 'preview') throw new Error(result.reason);
  const at = workspaceFiles[file].indexOf(text) + 1;
  const around = result.preview.keys.filter((key) => key.at.file === `/ws/${file}` && key.at.start <= at && at <= key.at.end);
  const [key] = around.sort((a, b) => a.at.end - a.at.start - (b.at.end - b.at.start));
  return (key?.makes ?? []).map((span) => files[span.file]!.slice(span.start, span.end));
}

describe('the keys of a pair', () => {
  it('say which texts they bring into the prompt', () => {
    expect(made('datasets/demo.py', "prompt='Question")).toEqual(["'Question: {question}\\n'"]);
    expect(made('datasets/demo.py', "role='SYSTEM'")).toEqual(["dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')"]);
    expect(made('models/river.py', "begin='<bot>'")).toEqual(["'<bot>'"]);
    expect(made('models/river.py', "role='BOT'")).toEqual(["dict(role='BOT', begin='<bot>', end='</bot>', generate=True)"]);
    expect(made('datasets/demo.py', 'infer_cfg=demo')).toContain('Be brief.');
  });
});
