import { expect, it } from 'vitest';
import { frameworks } from '../../../server/src/engine/frameworks/registry.js';
import { sniffs } from '../../../server/src/engine/frameworks/sniffs.js';

it('the extension looks at a text as each framework does', () => {
  expect(new Set(sniffs)).toEqual(new Set(frameworks.flatMap(({ sniff }) => sniff ?? [])));
});
