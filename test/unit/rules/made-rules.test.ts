import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { classNotFound } from '../../../server/src/engine/frameworks/opencompass/rules/class-not-found.js';
import { promptRaises } from '../../../server/src/engine/frameworks/opencompass/rules/prompt-raises.js';
import type { CheckContext, ConfigRule, Finding } from '../../../server/src/engine/frameworks/face/rule.js';
import { rules } from '../../../server/src/engine/frameworks/registry.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// How findings come together, whatever rules find them: two rules say here what a test tells them to.

const text =
  "datasets = [dict(abbr='d', type='D', path='p', infer_cfg=dict(), reader_cfg=dict())]\nmodels = [dict(type='HuggingFaceCausalLM', abbr='m', path='p')]\n";
const file = '/ws/eval.py';
const other = '/ws/lib/site-packages/base.py';

afterEach(() => void vi.restoreAllMocks());

/** What each check of a rule is asked with. */
function says(rule: ConfigRule, ...findings: readonly Finding[]): CheckContext[] {
  const asked: CheckContext[] = [];
  vi.spyOn(rule, 'check').mockImplementation((context) => {
    asked.push(context);
    return findings;
  });
  return asked;
}

function check(
  off: readonly string[] = [],
  bases: Readonly<Record<string, string>> = {},
): readonly { readonly rule: string; readonly message: string; readonly fixes: readonly { readonly title: string }[] }[] {
  for (const rule of rules) if (!vi.isMockFunction(rule.check)) vi.spyOn(rule, 'check').mockImplementation(() => []);
  const main = `_base_ = [${Object.keys(bases)
    .map((name) => `'${name}'`)
    .join(', ')}]\n`;
  const files = Object.fromEntries(Object.entries(bases).map(([name, content]) => [`/ws/${name}`, content]));
  const settings = { ...defaultSettings, rules: Object.fromEntries(off.map((id) => [id, 'off' as const])) };
  return createProject(new MemoryWorkspace({ ...files, [file]: Object.keys(bases).length > 0 ? main + text : text }), settings).check(file);
}

const at = (start: number, message: string, more: Partial<Finding> = {}): Finding => ({
  span: { file, start, end: start + 4 },
  message,
  ...more,
});

const early = classNotFound as ConfigRule;
const late = promptRaises;

describe('findings', () => {
  it('are in the order of the text, of the rules, and of what they say', () => {
    says(late, at(9, 'b'), at(9, 'a'), at(2, 'z'));
    says(early, at(9, 'c'), at(5, 'd'));
    expect(check().map(({ message }) => message)).toEqual(['z', 'd', 'c', 'a', 'b']);
  });

  it('that are the same are one', () => {
    says(early, at(9, 'a'), at(9, 'a'), at(9, 'b'));
    expect(check().map(({ message }) => message)).toEqual(['a', 'b']);
  });
});

describe('a finding of last resort', () => {
  const unlessErrorIn = [{ file, start: 8, end: 20 }];

  it('gives way to an error within its places, silenced or not', () => {
    says(early, at(9, 'early'));
    const asked = says(late, at(0, 'late', { unlessErrorIn }));
    expect(check().map(({ message }) => message)).toEqual(['early']);
    expect(asked.map(({ everywhere }) => everywhere)).toEqual([false]);
    expect(check([early.id])).toEqual([]);
  });

  it('has the rules before it look into the bases too', () => {
    const asked = says(early);
    says(late, at(0, 'late', { unlessErrorIn }));
    expect(check([], { 'base.py': 'base = 1\n' }).map(({ message }) => message)).toEqual(['late']);
    expect(asked.map(({ everywhere }) => everywhere)).toEqual([false, true]);
  });

  it('has them look once where there are no bases, and those that are off for it alone', () => {
    const asked = says(early, at(30, 'early'));
    says(late, at(0, 'late', { unlessErrorIn }));
    expect(check().map(({ message }) => message)).toEqual(['late', 'early']);
    expect(asked).toHaveLength(1);
    expect(check([early.id]).map(({ message }) => message)).toEqual(['late']);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a warning', at(9, 'early', { severity: 'warning' })],
    ['an error elsewhere', at(30, 'early')],
  ])('stays beside %s', (_what, finding) => {
    says(early, { severity: 'error', ...finding });
    says(late, at(0, 'late', { unlessErrorIn }));
    expect(check().map(({ message }) => message)).toEqual(['late', 'early']);
  });

  it('gives way to the one before it', () => {
    says(late, at(9, 'first', { unlessErrorIn }), at(0, 'second', { unlessErrorIn }));
    expect(check().map(({ message }) => message)).toEqual(['first']);
  });
});

describe('a finding in a base is silenced by a comment of its own language', () => {
  it.each([
    ['base.yaml', "note: it's  # preflight: ignore[prompt-raises]\n", 0],
    ['base.yml', "note: it's  # preflight: ignore[prompt-raises]\n", 0],
    ['base.yaml', 'note: it#preflight: ignore[prompt-raises]\n', 1],
    ['base.py', 'note = 1# preflight: ignore[prompt-raises]\n', 0],
    ['base.json', '{"note": "# preflight: ignore[prompt-raises]"}\n', 1],
  ])('%s: %s', (name, content, count) => {
    says(late, { span: { file: `/ws/${name}`, start: 0, end: 4 }, message: 'late' });
    expect(check([], { [name]: content })).toHaveLength(count);
  });
});

describe('a fix', () => {
  const edit = (of: string) => ({ span: { file: of, start: 0, end: 1 }, newText: '' });
  const fixes = [
    { title: 'own', safe: true, edits: [edit(file)] },
    { title: 'installed', safe: true, edits: [edit(other)] },
    { title: 'both', safe: true, edits: [edit(file), edit(other)] },
    { title: 'rename', safe: true, edits: [], rename: { from: file, to: '/ws/new.py' } },
    { title: 'rename what is installed', safe: true, edits: [edit(file)], rename: { from: other, to: '/ws/new.py' } },
  ];

  it('changes no installed package, with any part of it', () => {
    says(early, at(9, 'early', { fixes }));
    expect(check()[0]!.fixes.map(({ title }) => title)).toEqual(['own', 'rename']);
  });
});
