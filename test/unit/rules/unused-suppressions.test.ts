import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { editsOfFixes } from '../../../server/src/engine/editor/code-actions.js';

const head = "models = [dict(type='opencompass.models.HuggingFaceCausalLM', path='p', abbr='m')]";
const twice =
  "models = [dict(type='opencompass.models.HuggingFaceCausalLM', path='p', abbr='m', meta_template=dict(round=[dict(role='A'), dict(role='A', generate=True)]))]";

function checked(text: string, rules = defaultSettings.rules) {
  const project = createProject(new MemoryWorkspace({ '/ws/eval.py': text }), { ...defaultSettings, rules });
  const found = project.check('/ws/eval.py').filter(({ rule }) => rule === 'unused-suppression');
  const { edits } = editsOfFixes(found, '/ws/eval.py', () => true);
  const fixed = [...edits]
    .sort((a, b) => b.span.start - a.span.start)
    .reduce((old, { span, newText }) => old.slice(0, span.start) + newText + old.slice(span.end), text);
  return { places: found.map(({ span }) => text.slice(span.start, span.end)), messages: found.map(({ message }) => message), fixed };
}

describe('a comment that silences nothing', () => {
  it('is found by the rule that it names, and taken away', () => {
    expect(checked(`${head}  # preflight: ignore[duplicate-role]\n`)).toMatchObject({ places: ['duplicate-role'], fixed: `${head}\n` });
    expect(checked(`# preflight: ignore[duplicate-role]\n${head}\n`).fixed).toBe(`${head}\n`);
  });

  it('leaves a comment of what else it says', () => {
    expect(checked(`# preflight: ignore-file[duplicate-role] since 2024\n${head}\n`).fixed).toBe(`# since 2024\n${head}\n`);
    expect(checked(`${head}  # preflight: ignore[duplicate-role]  # noqa: E501\n`).fixed).toBe(`${head}  # noqa: E501\n`);
    expect(checked(`${head}  # kept # preflight: ignore[duplicate-role]: why\n`).fixed).toBe(`${head}  # kept #: why\n`);
  });

  it('leaves the line breaks of Windows as they are', () => {
    expect(checked(`${head}  # preflight: ignore[duplicate-role]\r\nx = 1\r\n`).fixed).toBe(`${head}\r\nx = 1\r\n`);
    expect(checked(`# preflight: ignore[duplicate-role]\r\n${head}\r\n`).fixed).toBe(`${head}\r\n`);
  });

  it('silences no more than it names where its bracket is not closed', () => {
    expect(checked(`${twice}  # preflight: ignore[duplicate-role\n`).places).toEqual([]);
    const { places, fixed } = checked(`${twice}  # preflight: ignore[wrong-type\nx = [1]\n`);
    expect(places).toEqual(['wrong-type']);
    expect(fixed).toBe(`${twice}\nx = [1]\n`);
  });

  it('is not changed to some rule where it names a pattern', () => {
    const { messages, fixed } = checked(`${twice}  # preflight: ignore[duplicate-*]\n`);
    expect(messages).toEqual(['There is no rule duplicate-*: the comment silences nothing. Remove it.']);
    expect(fixed).toBe(`${twice}\n`);
  });

  it('is left alone where it silences something', () => {
    expect(checked(`${twice}  # preflight: ignore[duplicate-role]\n`).places).toEqual([]);
    expect(checked(`# preflight: ignore-file[duplicate-role]\n${twice}\n`).places).toEqual([]);
  });

  it('loses only what is unused of several', () => {
    expect(checked(`${twice}  # preflight: ignore[wrong-type, duplicate-role]\n`).fixed).toBe(
      `${twice}  # preflight: ignore[duplicate-role]\n`,
    );
    expect(checked(`${twice}  # preflight: ignore[duplicate-role, wrong-type]\n`).fixed).toBe(
      `${twice}  # preflight: ignore[duplicate-role]\n`,
    );
  });

  it('names a rule that there is not, and the one that is meant', () => {
    const { messages, fixed } = checked(`${twice}  # preflight: ignore[duplicate-rol]\n`);
    expect(messages).toEqual(['There is no rule duplicate-rol: the comment silences nothing. Did you mean duplicate-role?']);
    expect(fixed).toBe(`${twice}  # preflight: ignore[duplicate-role]\n`);
  });

  it('is left alone where another document or another setting may have use for it', () => {
    expect(checked(`${head}  # preflight: ignore\n`).places).toEqual([]);
    expect(checked(`${head}  # preflight: ignore[unknown-role]\n`).places).toEqual([]);
    expect(checked(`${head}  # preflight: ignore[duplicate-role]\n`, { 'duplicate-role': 'off' }).places).toEqual([]);
  });

  it('is silenced as any other finding is', () => {
    expect(checked(`${head}  # preflight: ignore[duplicate-role, unused-suppression]\n`).places).toEqual([]);
  });

  it('is told of the first thousand of a document', () => {
    const { places, fixed } = checked(`${head}\n${'# preflight: ignore[duplicate-role]\n\n'.repeat(1500)}`);
    expect(places).toHaveLength(1000);
    expect(checked(fixed).places).toHaveLength(500);
  });
});
