import { expect, test } from 'vitest';
import { pythonOf } from './run-program.js';

const files = { 'rows.jsonl': '{"t": "2024-05-03", "n": 1}\n{"t": "2024-05-01T10:00:00", "n": 2}\n{"t": "2024-05-01", "n": 3}\n' };
const head = `from datetime import date, datetime, timedelta
d = load_dataset('json', data_files='rows.jsonl', split='train')
t = [r['t'] for r in d]
`;

// As Python answers of what the library `datasets` loads.
test.each([
  ['[t[0] > t[1], t[0] < t[1], t[1] >= t[1], t[2] <= t[1]]', '[true, false, true, true]'],
  ['[str(x) for x in sorted(t)]', '["2024-05-01 00:00:00", "2024-05-01 10:00:00", "2024-05-03 00:00:00"]'],
  ['[str(max(t)), str(min(t))]', '["2024-05-03 00:00:00", "2024-05-01 00:00:00"]'],
  ["d.sort('t')['n']", '[3, 2, 1]'],
  ["d.sort(['t', 'n'], reverse=[True, False])['n']", '[1, 2, 3]'],
  ['[t[0] == datetime(2024, 5, 3), datetime(2024, 5, 3) == t[0], t[1] == datetime(2024, 5, 3)]', '[true, true, false]'],
  ['[t[0] > datetime(2024, 5, 2), t[1] > datetime(2024, 5, 2), datetime(2024, 5, 2) < t[0]]', '[true, false, true]'],
  ['t[0] < date(2024, 5, 4)', 'TypeError'],
  ['t[0] < 5', 'TypeError'],
  ['t[0] == 5', 'false'],
  ['str(t[0] - t[1])', 'unknown'],
  ['str(t[0] + timedelta(days=1))', '"2024-05-04 00:00:00"'],
  ['t[0].date() < t[1].date()', 'false'],
])('%s', (code, expected) => {
  expect(pythonOf(head + code, files)).toBe(expected);
});
