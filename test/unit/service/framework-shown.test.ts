import { expect, it } from 'vitest';
import { frameworkShown } from '../../../server/src/engine/editor/preview/framework-shown.js';
import { openCompass } from '../../../server/src/engine/frameworks/opencompass/index.js';
import type { FoundRelease } from '../../../server/src/engine/frameworks/face/release.js';

const shown = (release: FoundRelease): string => frameworkShown(openCompass, release).framework.version;

it('a prompt says whose rules it follows: those of the newest release where nothing else is known, whichever the table of classes is of', () => {
  const { newest } = openCompass.releases!;
  expect(shown({ name: newest, by: 'newest' })).toBe(`OpenCompass ${newest}`);
  expect(shown({ name: '0.4.2', by: 'set' })).toBe('OpenCompass 0.4.2 (set)');
  expect(shown({ name: '0.5.4', by: 'found', from: '/oc', says: '0.5.3' })).toBe('OpenCompass 0.5.4 (it says 0.5.3)');
});
