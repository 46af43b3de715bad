import { describe, expect, it } from 'vitest';
import { Lifecycle } from '../../../server/src/lsp/lifecycle.js';

const request = (method: string) => ({ jsonrpc: '2.0', id: 1, method });
const notification = (method: string) => ({ jsonrpc: '2.0', method });

describe('the life of a server', () => {
  it('refuses requests before initialize, and drops notifications', () => {
    const life = new Lifecycle();
    expect(life.request(request('textDocument/hover'))).toMatchObject({ kind: 'refuse', code: -32002 });
    expect(life.request(request('shutdown'))).toMatchObject({ kind: 'refuse', code: -32002 });
    expect(life.notification(notification('textDocument/didOpen'))).toEqual({ kind: 'drop' });
    expect(life.notification(notification('exit'))).toEqual({ kind: 'exit', code: 1 });
  });

  it('refuses a second initialize', () => {
    const life = new Lifecycle();
    expect(life.request(request('initialize'))).toEqual({ kind: 'initialize' });
    expect(life.request(request('initialize'))).toMatchObject({ kind: 'refuse', code: -32600 });
    expect(life.request(request('textDocument/hover'))).toEqual({ kind: 'pass' });
    expect(life.notification(notification('textDocument/didOpen'))).toEqual({ kind: 'pass' });
    expect(life.exitCode).toBe(1);
  });

  it('refuses everything after shutdown but exit', () => {
    const life = new Lifecycle();
    life.request(request('initialize'));
    expect(life.request(request('shutdown'))).toEqual({ kind: 'shutdown' });
    for (const method of ['textDocument/hover', 'initialize', 'shutdown'])
      expect(life.request(request(method))).toMatchObject({ kind: 'refuse', code: -32600 });
    expect(life.notification(notification('textDocument/didOpen'))).toEqual({ kind: 'drop' });
    expect(life.notification(notification('exit'))).toEqual({ kind: 'exit', code: 0 });
  });
});
