import { expect, it } from 'vitest';
import { strayEntry } from '../../../server/src/engine/editor/references/mentions.js';

/** Whether code may mean the column `label`. */
function isMeant(code: string): boolean {
  return strayEntry('/a.py', `${code}\n`, 'label', []) !== undefined;
}

it.each([
  "logger.warning('no label here')",
  "self.logger.info(f'label of {row}')",
  "print('the label', x)",
  "raise ValueError('a label is missing')",
  "assert x, 'a label is missing'",
  "if kind == 'input-and-label contamination': pass",
  "'label is' in prediction",
  "x['the label'] = {'a label': 1}",
  "answer.split('label is')",
  "re.search(r'label is (\\w)', text)",
  "PROMPT = 'You are given a text. Say whether the label is right, or wrong.'",
  "PROMPT = f'You are given {n} texts. Say which label is right, or wrong.'",
])('does not mean it: %s', (code) => {
  expect(isMeant(code)).toBe(false);
});

it.each([
  "logger.warning(row['label'])",
  'print(f\'{row["label"]}\')',
  'raise ValueError(row.label)',
  "if key == 'label': pass",
  "'label' in row",
  "key in 'text label'",
  "x['label'] = 1",
  "x = {'label': 1}",
  "'text label'.split()",
  "answer.replace('label', x)",
  "re.search(r'(?P<label>\\w)', text).groupdict()",
  "PROMPT = 'You are given a text. Say whether {label} is right, or wrong.'",
  'PROMPT = \'You are given a text. Say whether "label" is right, or wrong.\'',
  "PROMPT = 'You are given a text. What is right is label'",
  "PROMPT = f'You are given a text. Say whether label{n} is right, or wrong.'",
  "KEYS = 'text label answer id source kind split'.split()",
  "logger.label('a label')",
  "info('label')",
  "f'label'",
])('may mean it: %s', (code) => {
  expect(isMeant(code)).toBe(true);
});
