import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function texts(task: string) {
  const result = preview(createProject(new MemoryWorkspace({ '/ws/own.yaml': task }, ['/ws']), defaultSettings), '/ws/own.yaml', {
    selection: {},
  });
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview.labelTexts.map(({ label, parts }) => [
    label,
    parts.map(({ text, differs, scored }) => `${differs ? '!' : ''}${scored ? '_' : ''}${text}`).join('|'),
  ]);
}

const task = (choices: string) =>
  `task: own\ndataset_path: d\ntest_split: test\noutput_type: multiple_choice\ndoc_to_text: "Is it so, or is it otherwise?"\ndoc_to_target: 0\ndoc_to_choice: ${choices}\n`;

describe('the labels of a prompt that is scored', () => {
  it('stand side by side with what differs and what is scored', () => {
    expect(texts(task('[pond, lake, pond life]'))).toEqual([
      ['pond', '…so, or is it otherwise?|_ |!_pond'],
      ['lake', '…so, or is it otherwise?|_ |!_lake'],
      ['pond life', '…so, or is it otherwise?|_ |!_pond life'],
    ]);
  });

  it('differ by whole words', () => {
    expect(texts(task('[An anchor light, A mooring light, A kelight]')).map(([, parts]) => parts)).toEqual([
      '…so, or is it otherwise?|_ |!_An anchor light',
      '…so, or is it otherwise?|_ |!_A mooring light',
      '…so, or is it otherwise?|_ |!_A kelight',
    ]);
    expect(texts(task('[Deep sea fish, Deep seas fish]')).map(([, parts]) => parts)).toEqual([
      '…r is it otherwise?|_ |_Deep |!_sea|_ fish',
      '…r is it otherwise?|_ |_Deep |!_seas|_ fish',
    ]);
    expect(texts(task('[灯塔, 灯船]')).map(([, parts]) => parts)).toEqual([
      '…o, or is it otherwise?|_ |_灯|!_塔',
      '…o, or is it otherwise?|_ |_灯|!_船',
    ]);
  });

  it('are left out where they are many', () => {
    expect(texts(task('[a, b, c, d, e, f, g, h]'))).toEqual([]);
  });
});
