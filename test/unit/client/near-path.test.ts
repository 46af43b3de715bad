import { expect, it } from 'vitest';
import { nearPath } from '../../../client/webview/bar/near-path.js';

it.each([
  ['/ws/data/rows.jsonl', 'file:///ws/configs/eval.py', 'data/rows.jsonl'],
  ['/ws/configs/rows.jsonl', 'file:///ws/configs/eval.py', 'rows.jsonl'],
  ['/my data/a/rows.jsonl', 'file:///my%20data/a/eval.py', 'rows.jsonl'],
  ['/ws/eval.py', 'vscode-vfs://github/ws/eval.py', 'eval.py'],
  // Nothing in common, or no address that can be read.
  ['/data/rows.jsonl', 'file:///ws/eval.py', '/data/rows.jsonl'],
  ['/data/rows.jsonl', 'untitled:Untitled-1', '/data/rows.jsonl'],
  ['/data/rows.jsonl', 'file:///%E0%A4%A/eval.py', '/data/rows.jsonl'],
])('%s beside %s is %s', (path, uri, expected) => {
  expect(nearPath(path, uri)).toBe(expected);
});
