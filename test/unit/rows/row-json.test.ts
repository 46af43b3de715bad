import { expect, it } from 'vitest';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import { rowJson } from '../../../server/src/engine/rows/row-json.js';
import type { DictValue } from '../../../server/src/engine/core/value.js';

it.each(['1.0', '-0.0', '1e+22', '1.5e-07', '-3', '12345678901234567890'])(
  'writes the number %s so that it is read back as the same one',
  (number) => {
    const row = jsonToValue(`{"n": ${number}}`, 'rows.json') as DictValue;
    expect(rowJson(row)).toBe(`{\n  "n": ${number}\n}`);
  },
);
