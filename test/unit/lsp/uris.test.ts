import { describe, expect, it } from 'vitest';
import { fileOfPath, fileOfUri, isPath, UriMap, uriOfFile } from '../../../server/src/node/uris.js';

describe('URIs', () => {
  it.each([
    ['file:///ws/eval.py', '/ws/eval.py'],
    ['file:///ws/a%20b/%E4%BD%A0.py', '/ws/a b/你.py'],
    ['file:///c%3A/ws/eval.py', 'c:/ws/eval.py'],
    ['file:///C:/ws/eval.py', 'c:/ws/eval.py'],
    ['file://server/share/eval.py', '//server/share/eval.py'],
    ['untitled:Untitled-1', 'untitled:Untitled-1'],
    ['vscode-notebook-cell:/ws/a.ipynb#W0', 'vscode-notebook-cell:/ws/a.ipynb#W0'],
  ])('%s is %s', (uri, file) => {
    expect(fileOfUri(uri)).toBe(file);
  });

  it.each(['/ws/a b/你.py', 'c:/ws/eval#1.py', 'untitled:Untitled-1', '/ws/100%.py'])('%s comes back', (file) => {
    expect(fileOfUri(uriOfFile(file))).toBe(file);
  });

  it('has a URI for a path that no file can have', () => {
    expect(uriOfFile('/ws/a\ud83d.yaml')).toBe('file:///ws/a%EF%BF%BD.yaml');
    expect(uriOfFile('/ws/😀.yaml')).toBe('file:///ws/%F0%9F%98%80.yaml');
  });

  it('keeps the editor’s own spelling', () => {
    const uris = new UriMap();
    const file = uris.opened('file:///C%3A/ws/eval.py');
    expect(uris.uri(file)).toBe('file:///C%3A/ws/eval.py');
    uris.closed(file);
    expect(uris.uri(file)).toBe('file:///c%3A/ws/eval.py');
  });

  it('knows paths, of Windows too', () => {
    expect([isPath('/a'), isPath('c:/a'), isPath('C:\\a'), isPath('untitled:x')]).toEqual([true, true, true, false]);
    expect(fileOfPath('C:\\ws\\a.py')).toBe('c:/ws/a.py');
  });
});
