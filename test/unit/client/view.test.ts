import { describe, expect, it } from 'vitest';
import { holdsCursor, pickStage } from '../../../client/webview/view.js';
import type { PreviewStage, PreviewTurn } from '../../../server/src/protocol/preview.js';

function turn(text: string, shot?: number): PreviewTurn {
  return {
    who: 'HUMAN',
    kind: 'user',
    generates: false,
    segments: [{ text, kind: 'prompt', title: '', origins: [] }],
    ...(shot === undefined ? {} : { shot }),
  };
}

function stage(id: string, turns: readonly PreviewTurn[], error?: string): PreviewStage {
  return { id, title: id, summary: '', turns, origins: [], ...(error === undefined ? {} : { error }) };
}

describe('pickStage', () => {
  const stages = [stage('row', [turn('r')]), stage('meta-template', [turn('m')]), stage('chat-template', [])];

  const output = { kind: 'text', text: 'm' } as const;

  it('shows the wanted stage, else the one that the output leaves', () => {
    expect(pickStage({ stages, output }, 'row')?.id).toBe('row');
    expect(pickStage({ stages, output }, undefined)?.id).toBe('meta-template');
    expect(pickStage({ stages, output }, 'gone')?.id).toBe('meta-template');
    expect(pickStage({ stages: [] }, undefined)).toBeUndefined();
  });

  it('shows why there is no output', () => {
    expect(pickStage({ stages: [stages[0]!, stage('meta-template', [], 'KeyError')] }, undefined)?.id).toBe('meta-template');
  });

  it('does not stop at a later stage that cannot be known when there is an output', () => {
    const unknown = { ...stage('chat-template', []), unknown: 'It is applied by the server.' };
    expect(pickStage({ stages: [...stages.slice(0, 2), unknown], output }, undefined)?.id).toBe('meta-template');
    expect(pickStage({ stages: [...stages.slice(0, 2), unknown] }, undefined)?.id).toBe('chat-template');
  });
});

describe('holdsCursor', () => {
  const range = { start: { line: 2, character: 4 }, end: { line: 3, character: 1 } };
  const from = (uri: string) => ({ uri, range, label: '' });
  const segment = { text: 'x', kind: 'prompt', title: '', origins: [from('file:///a.py'), from('file:///importer.py')] } as const;
  const at = (line: number, character: number, uri = 'file:///a.py') => holdsCursor(segment, { uri, position: { line, character } });

  it('is for a cursor in the literal, its ends included', () => {
    expect([at(2, 4), at(2, 90), at(3, 1)]).toEqual([true, true, true]);
    expect([at(2, 3), at(3, 2), at(1, 9), at(4, 0)]).toEqual([false, false, false, false]);
  });

  it('is not for the import, another document, or no cursor', () => {
    expect(at(2, 5, 'file:///importer.py')).toBe(false);
    expect(holdsCursor(segment, undefined)).toBe(false);
    expect(holdsCursor({ ...segment, origins: [] }, { uri: 'file:///a.py', position: range.start })).toBe(false);
  });
});
