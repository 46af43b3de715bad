import { describe, expect, it } from 'vitest';
import { andAbove, isPlainName, joined, namesBelow, normalized, parentOf, type PathStyle } from '../../../server/src/node/allowed-paths.js';
import { fileOfPath, fileOfUri, isPath, uriOfFile } from '../../../server/src/node/uris.js';
import { joinPath } from '../../../server/src/engine/core/paths.js';

const windows: PathStyle = { windows: true };
const posix: PathStyle = { windows: false };

describe('a path', () => {
  it.each([
    ['/ws/./a//b/../c.py', '/ws/a/c.py'],
    ['/../../etc', '/etc'],
    ['//ws/a.py', '/ws/a.py'],
    ['///ws', '/ws'],
    ['/', '/'],
    ['/ws/', '/ws'],
    ['/ws/a\\b', '/ws/a\\b'],
    ['c:/ws/a.py', 'c:/ws/a.py'],
  ])('%s is %s where there are no drives and servers', (path, expected) => {
    expect(normalized(path, posix)).toBe(expected);
  });

  it.each([
    ['C:/ws/../../a.py', 'c:/a.py'],
    ['c:', 'c:/'],
    ['c:/', 'c:/'],
    ['//server/share/a/../../../b', '//server/share/b'],
    ['//server//share/', '//server/share'],
    ['//wsl$/Ubuntu/home/ann/ws', '//wsl$/Ubuntu/home/ann/ws'],
    ['//wsl.localhost/Ubuntu/../..', '//wsl.localhost/Ubuntu'],
    ['//?/c:/ws', '//?/c:/ws'],
    ['/ws/a.py', '/ws/a.py'],
  ])('%s is %s on Windows', (path, expected) => {
    expect(normalized(path, windows)).toBe(expected);
  });

  it('is joined to a directory', () => {
    expect(joined('//wsl$/Ubuntu/ws', '../lib/x.py', windows)).toBe('//wsl$/Ubuntu/lib/x.py');
    expect(joined('//server/share', '../../../etc', windows)).toBe('//server/share/etc');
    expect(joined('c:/ws', 'D:/else', windows)).toBe('d:/else');
    expect(joined('c:/ws', '//other/share/x', windows)).toBe('//other/share/x');
    expect(joined('/', 'a', posix)).toBe('/a');
  });

  it('has directories above it, and an end of them', () => {
    expect(andAbove('//server/share/a/b', windows)).toEqual(['//server/share/a/b', '//server/share/a', '//server/share']);
    expect(andAbove('c:/ws', windows)).toEqual(['c:/ws', 'c:/']);
    expect(andAbove('/a/b', posix)).toEqual(['/a/b', '/a', '/']);
    expect(andAbove('untitled:a', posix)).toEqual([]);
    expect([parentOf('/', posix), parentOf('c:/a', windows), parentOf('//s/h/a.py', windows)]).toEqual(['/', 'c:/', '//s/h']);
  });
});

describe('what is in a directory', () => {
  it.each([
    ['/ws', '/ws/a/b.py', ['a', 'b.py']],
    ['/ws', '/ws', []],
    ['/', '/a', ['a']],
    ['/ws', '/ws-secret/a', undefined],
    ['/ws', '/WS/a', undefined],
    ['//wsl$/Ubuntu/ws', '//wsl$/Ubuntu/ws/a.py', ['a.py']],
    ['//server/share', '//server/share2/a', undefined],
    ['c:/', 'c:/a', ['a']],
  ])('in %s, %s', (directory, path, expected) => {
    expect(namesBelow(directory, path, false)).toEqual(expected);
  });

  it('is so in capitals too, where they are the same', () => {
    expect(namesBelow('c:/Users/Ann/ws', 'c:/users/ann/WS/A.py', true)).toEqual(['A.py']);
    expect(namesBelow('//Server/Share', '//server/share/a', true)).toEqual(['a']);
    expect(namesBelow('/ws', '/WSx/a', true)).toBeUndefined();
    // 'ẞ' and 'İ' change their length in small letters.
    expect(namesBelow('/İ', '/i̇/a', true)).toBeUndefined();
  });
});

it.each(['nul', 'NUL.py', 'com1', 'a.py:stream', 'ws.', 'ws ', 'conin$', 'a\\b'])('%j is no name of a file on Windows', (name) => {
  expect([isPlainName(name, windows), isPlainName(name, posix)]).toEqual([false, true]);
});

it.each(['null.py', 'console', 'common.py', 'a.b', '.env', '你 好.py'])('%j is a name everywhere', (name) => {
  expect([isPlainName(name, windows), isPlainName(name, posix)]).toEqual([true, true]);
});

it('a name holds no zero byte', () => {
  expect(isPlainName('a\0b', posix)).toBe(false);
});

describe('documents on servers', () => {
  it.each([
    ['file://server/share/ws/a.py', '//server/share/ws/a.py'],
    ['file://wsl%24/Ubuntu/home/ann/a.py', '//wsl$/Ubuntu/home/ann/a.py'],
    ['file://wsl.localhost/Ubuntu/a.py', '//wsl.localhost/Ubuntu/a.py'],
  ])('%s comes back', (uri, file) => {
    expect(fileOfUri(uri)).toBe(file);
    expect(uriOfFile(file)).toBe(uri);
    expect(isPath(file)).toBe(true);
  });

  it('have the paths of the machine', () => {
    expect(fileOfPath('\\\\wsl$\\Ubuntu\\ws')).toBe('//wsl$/Ubuntu/ws');
  });

  it.each([
    ['//wsl$/Ubuntu/ws/configs', '../models/a.py', '//wsl$/Ubuntu/ws/models/a.py'],
    ['//server/share', '../../../a.py', '//server/share/a.py'],
    ['//server/share/ws', '//server/share/lib/a.py', '//server/share/lib/a.py'],
    ['/ws', '//server/share/a.py', '/server/share/a.py'],
    ['c:/ws', '../../../a.py', 'c:/a.py'],
    ['/ws', '../../../a.py', '/a.py'],
  ])('find their bases: from %s, %s', (directory, path, expected) => {
    expect(joinPath(directory, path)).toBe(expected);
  });
});
