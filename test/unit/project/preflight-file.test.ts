import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../../../server/src/engine/core/settings.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const twice =
  "models = [dict(type='opencompass.models.HuggingFaceCausalLM', path='p', abbr='m', meta_template=dict(round=[dict(role='A', generate=True), dict(role='A')]))]\n";

interface Opened {
  readonly project: Project;
  readonly workspace: MemoryWorkspace;
}

function opened(files: Record<string, string>, settings: Partial<Settings> = {}): Opened {
  const workspace = new MemoryWorkspace(Object.fromEntries(Object.entries(files).map(([name, text]) => [`/ws/${name}`, text])), ['/ws']);
  return { workspace, project: createProject(workspace, { ...defaultSettings, ...settings }) };
}

function found({ project }: Opened, file: string): string[] {
  return project.check(`/ws/${file}`).map(({ rule, severity }) => `${severity} ${rule}`);
}

const hint = '{"rules": {"duplicate-role": "hint"}}';

describe('preflight.json', () => {
  it('sets severities, and the nearest one above a file counts alone', () => {
    const ws = opened({
      'preflight.json': hint,
      'a.py': twice,
      'b/c/a.py': twice,
      'b/preflight.json': '{"rules": {"duplicate-role": "off"}}',
    });
    expect(found(ws, 'a.py')).toEqual(['hint duplicate-role']);
    expect(found(ws, 'b/c/a.py')).toEqual([]);
  });

  it('gives way to the settings of the user', () => {
    const files = {
      'preflight.json': '{"rules": {"duplicate-role": "off"}, "release": {"lm-eval": "0.4.9"}, "framework": "aisbench"}',
      'a.py': twice.replace("abbr='m'", "abbr='m', attr='local'"),
    };
    expect(found(opened(files, { rules: { 'duplicate-role': 'warning' } }), 'a.py')).toEqual(['warning duplicate-role']);
    expect(found(opened(files, { selected: new Set(['duplicate-role']) }), 'a.py')).toEqual(['error duplicate-role']);
    const { project } = opened(files, { release: { 'lm-eval': '0.4.13' }, framework: 'opencompass' });
    expect(project.settingsOf('/ws/a.py')).toMatchObject({ release: { 'lm-eval': '0.4.13' }, framework: 'opencompass' });
    expect(opened(files).project.settingsOf('/ws/a.py')).toMatchObject({ release: { 'lm-eval': '0.4.9' }, framework: 'aisbench' });
  });

  it('is not read where it is longer than any that a person writes, and says so', () => {
    const long = `{"exclude": [${'"a",'.repeat(150_000)} "b"], "rules": {"duplicate-role": "off"}}`;
    const ws = opened({ 'preflight.json': long, 'a.py': twice });
    expect(found(ws, 'a.py')).toEqual(['error duplicate-role']);
    expect(ws.project.preflight('/ws/a.py')?.unusable).toBe('preflight.json has more than 400,000 characters, and is not read.');
    expect(opened({ 'preflight.json': `{"of": "${'another '.repeat(60_000)}"}` }).project.preflight('/ws/a.py')).toBeUndefined();
  });

  it('leaves out what it excludes, as seen from its folder', () => {
    const ws = opened({
      'b/preflight.json': '{"exclude": ["gen/", "*.local.py"]}',
      'b/gen/a.py': twice,
      'b/a.local.py': twice,
      'b/a.py': twice,
      'gen/a.py': twice,
    });
    expect(['b/gen/a.py', 'b/a.local.py', 'b/a.py', 'gen/a.py'].map((file) => found(ws, file).length)).toEqual([0, 0, 1, 1]);
    expect(ws.project.excludes('/ws/b/gen', true)).toBe(true);
    expect(ws.project.excludes('/elsewhere/b/gen', true)).toBe(false);
  });

  it('leaves out a folder with the project file in it', () => {
    const ws = opened({ 'preflight.json': '{"exclude": ["/old/"]}', 'old/preflight.json': '{}', 'old/a.py': twice });
    expect(found(ws, 'old/a.py')).toEqual([]);
  });

  it('names packages and tasks relative to its folder, behind the settings of the user', () => {
    const ws = opened(
      {
        'team/preflight.json': '{"packageRoots": ["../lib"], "includePaths": ["./tasks"], "dataRoots": ["data/"]}',
        'team/eval.py': 'from mmengine.config import read_base\nwith read_base():\n    from opencompass.configs.base import names\n',
        'lib/opencompass/configs/base.py': 'names = 1\n',
      },
      { includePaths: ['/mine'] },
    );
    expect(ws.project.evaluate('/ws/team/eval.py')!.problems).toEqual([]);
    expect(ws.project.settingsOf('/ws/team/eval.py')).toMatchObject({
      packageRoots: ['/ws/lib'],
      includePaths: ['/ws/team/tasks', '/mine'],
      dataRoots: ['/ws/team/data'],
    });
  });

  it('holds in open documents as soon as it changes, and where it appears or goes with its folder', () => {
    const ws = opened({ 'a/b.py': twice });
    const file = '/ws/a/b.py';
    ws.project.update(file, twice, 1, 'python');
    expect(found(ws, 'a/b.py')).toEqual(['error duplicate-role']);
    ws.workspace.write('/ws/a/preflight.json', hint);
    expect(ws.project.fileChanged('/ws/a/preflight.json')).toEqual([file]);
    expect(found(ws, 'a/b.py')).toEqual(['hint duplicate-role']);
    ws.workspace.write('/ws/a/preflight.json', `${hint}\n`);
    expect(ws.project.fileChanged('/ws/a/preflight.json')).toEqual([]);
    // What is typed counts before it is saved.
    ws.project.update('/ws/a/preflight.json', '{"rules": {"duplicate-role": "information"}}', 1, 'json');
    expect(found(ws, 'a/b.py')).toEqual(['information duplicate-role']);
    ws.project.close('/ws/a/preflight.json');
    expect(found(ws, 'a/b.py')).toEqual(['hint duplicate-role']);
    ws.workspace.remove('/ws/a/preflight.json');
    ws.project.fileChanged('/ws/a');
    expect(found(ws, 'a/b.py')).toEqual(['error duplicate-role']);
  });

  it('says at its place what cannot be used, and uses the rest', () => {
    const text =
      '{"rules": {"duplicate-role": "hint", "no-such": "off"}, "exclude": 3, "release": {"lm-eval": "x", "lm-evall": "0.4.9"}, "framework": "aisbensh"}';
    const ws = opened({ 'preflight.json': text, 'a.py': twice });
    expect(found(ws, 'a.py')).toEqual(['hint duplicate-role']);
    const places = ws.project.check('/ws/preflight.json').map(({ span, rule }) => [rule, text.slice(span.start, span.end)]);
    expect(places).toEqual(['"no-such"', '3', '"x"', '"lm-evall"', '"aisbensh"'].map((place) => ['project-file', place]));
    expect(ws.project.settingsOf('/ws/a.py').framework).toBe('auto');
  });

  it('says nothing of a file of another program', () => {
    const ws = opened({ 'preflight.json': '{"steps": ["build"], "owner": "x"}', 'b/preflight.json': '{"steps": [', 'a.py': twice });
    expect([found(ws, 'preflight.json'), found(ws, 'b/preflight.json'), ws.project.preflight('/ws/a.py')]).toEqual([[], [], undefined]);
  });

  it('is an error where it is no JSON, and nothing of it holds', () => {
    const ws = opened({ 'preflight.json': '{"rules": {"duplicate-role": "off"}', 'a.py': twice });
    expect(found(ws, 'preflight.json')).toEqual(['error project-file']);
    expect(found(ws, 'a.py')).toEqual(['error duplicate-role']);
  });
});
