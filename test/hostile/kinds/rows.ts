import { dataset, input, task, type Entry, type HostileInput, type Kind } from '../input.js';

const row = '{"question": "Why?", "answer": "So."}\n';
const bytes = (...parts: readonly (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const length32 = (n: number): Buffer => Buffer.from(Uint32Array.of(n).buffer);

/** Files of rows; the preview is asked for row 0 of the server, 1 of the command line. */
const files: readonly (readonly [name: string, file: string, content: () => Entry])[] = [
  ['csv-quote-open', 'rows.csv', () => `question,answer\n"${'x,\n'.repeat(1_000_000)}`],
  ['csv-one-quote', 'rows.csv', () => '"'],
  ['csv-quotes', 'rows.csv', () => `question,answer\n${'"'.repeat(3_000_000)}`],
  ['csv-quote-doubled', 'rows.csv', () => `question\n"${'""'.repeat(2_000_000)}"\n`],
  ['csv-columns', 'rows.csv', () => `${'c,'.repeat(500_000)}\n${'1,'.repeat(500_000)}\n`],
  ['csv-columns-different', 'rows.csv', () => `${Array.from({ length: 200_000 }, (_, i) => `c${String(i)}`).join(',')}\n1,2\n`],
  ['csv-line-long', 'rows.csv', () => `question\n${'x'.repeat(30_000_000)}\n`],
  ['csv-lines', 'rows.csv', () => `question,answer\n${'a,b\n'.repeat(2_000_000)}`],
  ['csv-empty-lines', 'rows.csv', () => `question\n${'\n'.repeat(5_000_000)}`],
  ['csv-header-only', 'rows.csv', () => 'question,answer\n'],
  ['csv-header-hostile', 'rows.csv', () => '__proto__,constructor,"![a](https://hostile.invalid)",\u001b[31m\n1,2,3,4\n5,6,7,8\n'],
  ['csv-carriage-returns', 'rows.csv', () => `question\r${'x\r'.repeat(1_000_000)}`],
  ['csv-nuls', 'rows.csv', () => `question\n${'\0'.repeat(1_000_000)}`],
  ['csv-utf-16', 'rows.csv', () => Buffer.from(`\ufeffquestion,answer\n${'a,b\n'.repeat(1_000)}`, 'utf16le')],
  ['csv-not-utf-8', 'rows.csv', () => bytes('question\n', new Uint8Array(1_000_000).fill(0xff))],
  ['tsv-tabs', 'rows.tsv', () => `question\t${'\t'.repeat(1_000_000)}\n`],
  ['jsonl-line-long', 'rows.jsonl', () => `{"question": "${'x'.repeat(30_000_000)}"}\n${row}`],
  ['jsonl-line-too-long', 'rows.jsonl', () => `${row}{"question": "${'x'.repeat(40_000_000)}"}\n`],
  ['jsonl-deep', 'rows.jsonl', () => `{"question": ${'['.repeat(200_000)}${']'.repeat(200_000)}}\n${row}`],
  ['jsonl-deep-open', 'rows.jsonl', () => `{"question": ${'{"a":'.repeat(500_000)}\n${row}`],
  ['jsonl-int-long', 'rows.jsonl', () => `{"question": ${'9'.repeat(1_000_000)}}\n${row}`],
  ['jsonl-keys', 'rows.jsonl', () => `{${Array.from({ length: 200_000 }, (_, i) => `"k${String(i)}": 1`).join(', ')}}\n${row}`],
  ['jsonl-keys-same', 'rows.jsonl', () => `{${'"k": 1, '.repeat(200_000)}"question": 1}\n${row}`],
  ['jsonl-list-long', 'rows.jsonl', () => `{"question": [${'1, '.repeat(2_000_000)}1]}\n${row}`],
  ['jsonl-lines', 'rows.jsonl', () => row.repeat(500_000)],
  ['jsonl-blank-lines', 'rows.jsonl', () => row + '\n'.repeat(5_000_000) + row],
  ['jsonl-blanks', 'rows.jsonl', () => ' '.repeat(10_000_000)],
  ['jsonl-broken', 'rows.jsonl', () => '{"question": \n'.repeat(200_000)],
  ['jsonl-not-objects', 'rows.jsonl', () => '[1]\n2\n"x"\nnull\n'.repeat(50_000)],
  ['jsonl-braces', 'rows.jsonl', () => '{'.repeat(10_000_000)],
  ['jsonl-nuls', 'rows.jsonl', () => new Uint8Array(20_000_000)],
  [
    'jsonl-hostile-names',
    'rows.jsonl',
    () => '{"__proto__": {"a": 1}, "constructor": 2, "question": "\\u001b[31m\\u202e![a](https://hostile.invalid)"}\n'.repeat(3),
  ],
  ['jsonl-utf-16', 'rows.jsonl', () => Buffer.from(`\ufeff${row.repeat(10)}`, 'utf16le')],
  ['json-list-deep', 'rows.json', () => '['.repeat(1_000_000)],
  ['json-list-long', 'rows.json', () => `[${`${row.trim()},`.repeat(300_000)}${row}]`],
  ['json-object-columns', 'rows.json', () => `{"question": [${'1,'.repeat(1_000_000)}1], "answer": [1]}`],
  ['json-object-large', 'rows.json', () => `{"question": "${'x'.repeat(17_000_000)}"}`],
  ['json-number', 'rows.json', () => '9'.repeat(5_000_000)],
  ['parquet-short', 'rows.parquet', () => bytes('PAR1', 'PAR1')],
  ['parquet-footer-huge', 'rows.parquet', () => bytes('PAR1', new Uint8Array(1_000), length32(0xfffffff0), 'PAR1')],
  ['parquet-footer-zero', 'rows.parquet', () => bytes('PAR1', new Uint8Array(1_000), length32(0), 'PAR1')],
  [
    'parquet-footer-junk',
    'rows.parquet',
    () =>
      bytes(
        'PAR1',
        Array.from({ length: 100_000 }, (_, i) => (i * 37) % 256),
        length32(99_000),
        'PAR1',
      ),
  ],
  ['parquet-footer-lists', 'rows.parquet', () => bytes('PAR1', new Uint8Array(1_000_000).fill(0x19), length32(999_000), 'PAR1')],
  ['parquet-footer-varints', 'rows.parquet', () => bytes('PAR1', new Uint8Array(1_000_000).fill(0xff), length32(999_000), 'PAR1')],
  ['parquet-no-end', 'rows.parquet', () => bytes('PAR1', new Uint8Array(5_000_000))],
  ['arrow-short', 'rows.arrow', () => bytes('ARROW1\0\0')],
  ['arrow-footer-huge', 'rows.arrow', () => bytes('ARROW1\0\0', new Uint8Array(1_000), length32(0x7fffffff), 'ARROW1')],
  ['arrow-stream-huge', 'rows.arrow', () => bytes([0xff, 0xff, 0xff, 0xff], length32(0x7ffffff0), new Uint8Array(1_000))],
  [
    'arrow-stream-junk',
    'rows.arrow',
    () =>
      bytes(
        [0xff, 0xff, 0xff, 0xff],
        length32(4_096),
        Array.from({ length: 100_000 }, (_, i) => (i * 31) % 256),
      ),
  ],
  ['gzip', 'rows.jsonl', () => bytes([0x1f, 0x8b, 8, 0], new Uint8Array(1_000_000))],
  ['zip', 'rows.csv', () => bytes('PK\x03\x04', new Uint8Array(1_000_000))],
  ['empty', 'rows.jsonl', () => ''],
  ['missing', 'rows.txt', () => ({ link: 'nowhere' })],
  ['fifo', 'rows.jsonl', () => ({ special: 'fifo' })],
  ['socket', 'rows.jsonl', () => ({ special: 'socket' })],
  ['folder', 'rows.jsonl', () => ({ special: 'folder' })],
  ['zero', 'rows.jsonl', () => ({ link: '/dev/zero' })],
  ['random', 'rows.csv', () => ({ link: '/dev/urandom' })],
  ['terminal', 'rows.csv', () => ({ link: '/dev/tty' })],
  ['memory', 'rows.csv', () => ({ link: '/proc/self/mem' })],
  ['stdin', 'rows.jsonl', () => ({ link: '/proc/self/fd/0' })],
  ['link-to-itself', 'rows.jsonl', () => ({ link: 'rows.jsonl' })],
  ['passwords', 'rows.csv', () => ({ link: '/etc/passwd' })],
];

const inputs: HostileInput[] = [
  ...files.map(([name, file, content]) =>
    input(`rows-${name}`, 'main.py', () => ({ 'main.py': dataset, [file]: content() }), { rows: file }),
  ),
  ...files
    .filter(([name]) => /^(?:csv-(?:quote-open|columns|lines)|jsonl-(?:deep|lines)|parquet-footer-huge|zero|fifo)$/.test(name))
    .map(([name, file, content]) => {
      const path = `${task('dataset_path')}dataset_path: ${file.slice(file.indexOf('.') + 1).replace('jsonl', 'json')}\ndataset_kwargs: {data_files: {test: rows-task-${name}/${file}}}\nnum_fewshot: 5\n`;
      return input(`rows-task-${name}`, 'main.yaml', () => ({ 'main.yaml': path, [file]: content() }));
    }),
];

export const rows: Kind = { kind: 'rows', inputs };
