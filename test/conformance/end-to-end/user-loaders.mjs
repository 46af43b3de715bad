// Dataset classes of a user's kind (`loaders/user_loaders.py`) with their files and arguments: written for this project.

export const files = {
  'data/a.jsonl': [
    { q: 'How deep is the lake?', a: 40, tags: ['water'] },
    { q: ' Où est « Nice » ? ', a: 'Süd', tags: [] },
    { q: '空は青い', tags: null },
    { q: 'no', a: 2.5, tags: ['x', 'y'] },
  ]
    .map((row) => JSON.stringify(row) + '\n')
    .join('\n# a note\n'),
  'data/b.jsonl': [
    { q: 'How deep is the lake?', a: '40', tags: ['water'] },
    { q: 'Où est Nice ?', a: 'Süd', tags: [] },
    { q: 'no', a: 'x', tags: ['x', 'y'] },
  ]
    .map((row) => JSON.stringify(row) + '\n')
    .join(''),
  'data/t/dev.csv': 'Question,Answer\n"Red, or ""blue""?",red\r\nTwo\nlines,x\n',
  'data/t/test.csv': 'Question,Answer,More\n"a\nb",1,2\nshort\nlong,1,2,3\n',
  'data/s.csv': 'Question,Answer,Score\nWhat is 1?,one,1\n"Is it ""NA""?",NA,2.5\nLast,,3\n',
  'data/i.csv': 'Question,Answer,Score\nWhat is 1?,one,1\nNext,two,2\n',
  'data/n/b.txt': '# Second\n\nBody 2\nmore\n',
  'data/n/a.txt': 'First\nBody 1',
  'data/n/c.md': 'no',
  'data/list.txt': '1. Find the key (easy)\n2.Open it\nnot this\n10. Close (the) door (hard)\n',
  'data/items.json': JSON.stringify({ items: ['ape', 'Bär', '猫', 'dog', 'emu'] }),
  'data/nested.json': JSON.stringify({
    blocks: [
      {
        id: 'x',
        text: 'Text one.',
        qas: [
          { question: 'q1', answers: [{ text: 'a' }, { text: 'b' }] },
          { question: 'q2', answers: [] },
        ],
      },
      { id: 'y', text: 'Text two.', qas: [{ question: 'q3', answers: [{ text: 'c' }] }] },
    ],
  }),
};

/**
 * Each class with the arguments of its `load`.
 * @type {[string, Record<string, unknown>][]}
 */
export const loads = [
  ['LinesDataset', { path: 'data/b.jsonl' }],
  ['LinesDataset', { path: 'data/a.jsonl' }],
  ['ReaderDataset', { path: 'data/t' }],
  ['PlainReaderDataset', { path: 'data/s.csv' }],
  ['PandasDataset', { path: 'data/s.csv' }],
  ['PandasListDataset', { path: 'data/s.csv' }],
  ['PandasListDataset', { path: 'data/i.csv' }],
  ['PandasRecordsDataset', { path: 'data/s.csv' }],
  ['PandasFrameDataset', { path: 'data/i.csv' }],
  ...['SelectedRowsDataset', 'RowTuplesDataset', 'AppliedDataset', 'GroupedRowsDataset', 'SampledDataset'].flatMap(
    /** @returns {[string, Record<string, unknown>][]} */
    (name) => [
      [name, { path: 'data/s.csv' }],
      [name, { path: 'data/i.csv' }],
    ],
  ),
  ['PandasJsonDataset', { path: 'data/b.jsonl' }],
  ['ItemsDataset', { path: 'data/b.jsonl' }],
  ['KindsDataset', { path: 'data/a.jsonl' }],
  ['KindsDataset', { path: 'data/a.jsonl', kind: 'long' }],
  ['KindsDataset', { path: 'data/a.jsonl', kind: 'odd' }],
  ['ShuffledDataset', { path: 'data/a.jsonl', seed: 7 }],
  ['MappedDataset', { path: 'data/b.jsonl', name: 'set' }],
  ['BatchedDataset', { path: 'data/i.csv' }],
  ['FolderDataset', { path: 'data/n' }],
  ['PathlibDataset', { path: 'data/n' }],
  ['RegexDataset', { path: 'data/list.txt' }],
  ['GroupedDataset', { path: 'data/a.jsonl' }],
  ['ConcatDataset', { path: 'data/b.jsonl' }],
  ['GeneratorDataset', { path: 'data/a.jsonl' }],
  ['InstanceDataset', { path: 'data/items.json', bonus: '?' }],
  ['NestedDataset', { path: 'data/nested.json' }],
  ['MissingDataset', { path: 'data/items.json' }],
  ['WrongDataset', { path: 'data/b.jsonl' }],
];
