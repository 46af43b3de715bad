import { textOf, type Value } from '../../../core/value.js';
import { iterate, noAttribute } from '../../opencompass/values/python-value.js';

/**
 * Where the round of a prompt list begins and ends; bare text before it is not foreseen. AISBench 3.1.0 `utils/prompt/prompt.py`,
 * `get_round_index`.
 * @param findsRounds whether the release looks for it; else it is all but the first and the last part
 * @returns start and end for a slice; `[1, -1]` where there is no round
 * @throws PyError AttributeError at anything but a dict
 */
export function roundBounds(list: Value, findsRounds = true): readonly [number, number] {
  if (!findsRounds) return [1, -1];
  let start = 1;
  let end = -1;
  [...iterate(list)].forEach((item, i) => {
    if (item.kind !== 'dict') throw noAttribute(item, 'get');
    if (textOf(item.get('section')) !== 'round') return;
    if (textOf(item.get('pos')) === 'begin') start = i + 1;
    else if (textOf(item.get('pos')) === 'end') end = i;
  });
  return [start, end];
}
