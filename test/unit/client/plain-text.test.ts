import { expect, test } from 'vitest';
import { plainText } from '../../../client/src/plain-text.js';
import { hostileNames } from '../../support/hostile-names.js';

// What VS Code's own messages take for a link (`base/common/linkedText.ts`) and for an icon (`base/common/iconLabels.ts`).
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const icon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

test.each(hostileNames)('no link and no icon comes of %j', (name) => {
  expect(plainText(name)).not.toMatch(link);
  expect(plainText(name)).not.toMatch(icon);
});

test('ordinary names are as they are', () => expect(plainText('eval (1) [new] $x.py: a')).toBe('eval (1) [new] $x.py: a'));
