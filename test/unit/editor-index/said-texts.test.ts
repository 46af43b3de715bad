import { expect, it } from 'vitest';
import { strayEntry, unpacksDicts } from '../../../server/src/engine/editor/references/mentions.js';

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
  "x[f'{k} - label']",
  "{f'{k} - label': v for k, v in x}",
  "if kind == f'label {n}': pass",
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
  "x[f'{k}label']",
  "{k: f'{k} - label' for k in x}",
  "[f'{k} - label' for k in x]",
])('may mean it: %s', (code) => {
  expect(isMeant(code)).toBe(true);
});

it('takes a parameter for an entry only where a dict may be unpacked into it', () => {
  const code = 'def shown(label):\n    return label\n';
  const isParameter = (unpacks: boolean): boolean =>
    strayEntry('/a.py', code, 'label', [], { givesData: () => false, unpacks: () => unpacks }) !== undefined;
  expect([isParameter(true), isParameter(false)]).toEqual([true, false]);
});

it.each([
  ['shown(**row)', true],
  ['shown(a, **dict(row))', true],
  ['def f(**kwargs):\n    return shown(**kwargs)', false],
  ['def f(**kwargs):\n    kwargs.update(row)\n    return shown(**kwargs)', true],
  ['def f(**kwargs):\n    return shown(**kwargs)\ndef g():\n    kwargs = row\n    return shown(**kwargs)', true],
  ['x = {**row}\nshown(*row, a=1)', false],
])('knows whether a file unpacks dicts: %s', (code, does) => {
  expect(unpacksDicts('/a.py', `${code}\n`)).toBe(does);
});
