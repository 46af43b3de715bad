import { expect, it } from 'vitest';
import { hintsOnly } from '../../../scripts/hints-only.mjs';

it('a schema that is only completed and explained by allows any value', () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      type: { description: 'A key of this name stays.', enum: ['a', 'b'], default: 'a' },
      list: { type: 'array', items: { type: 'string', minLength: 1 }, examples: [['x']] },
      names: { additionalProperties: { type: 'string', pattern: 'x', description: 'A name.' } },
    },
  };
  expect(hintsOnly(schema)).toEqual({
    properties: {
      type: { description: 'A key of this name stays.', examples: ['a', 'b'], default: 'a' },
      list: { items: {}, examples: [['x']] },
      names: { additionalProperties: { description: 'A name.' } },
    },
  });
});
