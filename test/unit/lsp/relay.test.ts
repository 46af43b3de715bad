import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Message, RequestMessage, ResponseMessage } from 'vscode-jsonrpc/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Relay } from '../../../server/src/lsp/relay.js';
import { EngineThread } from '../../../server/src/worker/engine-thread.js';
import { patience, type Gauge } from '../../../server/src/worker/watchdog.js';

const folder = mkdtempSync(join(tmpdir(), 'preflight-relay-'));
const program = join(folder, 'stubborn-engine.cjs');
beforeAll(async () => {
  await build({
    entryPoints: ['test/support/stubborn-engine.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  readonly born?: number;
  readonly text?: string;
  readonly open?: readonly string[];
  readonly refused?: string;
}

/** A client at the other end of a relay, whose engines do what the documents say: loop, eat, die, be slow. */
class Client {
  readonly logged: string[] = [];
  readonly asked: string[] = [];
  starts = 0;
  exitCode: number | undefined;
  private readonly waiting = new Map<unknown, (answer: ResponseMessage) => void>();
  private lastId = 0;
  readonly relay: Relay;

  constructor(engine = program, gauge?: Gauge) {
    this.relay = new Relay(
      {
        send: (json) => this.receive(JSON.parse(json) as Message),
        exit: (code) => (this.exitCode = code),
        kill: () => undefined,
        broken: () => undefined,
      },
      (kind, events) => {
        this.starts++;
        return new EngineThread({ kind }, events, engine);
      },
      { use: 'server', ...(gauge && { gauge }) },
    );
  }

  static async start(gauge?: Gauge): Promise<Client> {
    const client = new Client(program, gauge);
    await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    client.notify('initialized', {});
    return client;
  }

  request(method: string, params: object): Promise<ResponseMessage> {
    const id = ++this.lastId;
    const answer = new Promise<ResponseMessage>((resolve) => this.waiting.set(id, resolve));
    this.relay.receive({ jsonrpc: '2.0', id, method, params } as RequestMessage);
    return answer;
  }

  notify(method: string, params: object): void {
    this.relay.receive({ jsonrpc: '2.0', method, params } as Message);
  }

  open(name: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri: uri(name), languageId: 'python', version: 1, text } });
  }

  change(name: string, version: number, text: string): void {
    this.notify('textDocument/didChange', { textDocument: { uri: uri(name), version }, contentChanges: [{ text }] });
  }

  async ask(name: string): Promise<Result> {
    return (await this.request('textDocument/hover', { textDocument: { uri: uri(name) } })).result as Result;
  }

  private receive(message: Message): void {
    const { id, method, params } = message as { id?: number; method?: string; params?: { message?: string } };
    if (method === 'window/logMessage') this.logged.push(params!.message!);
    else if (method !== undefined) {
      this.asked.push(method);
      this.relay.receive({ jsonrpc: '2.0', id, result: null } as ResponseMessage);
    } else {
      this.waiting.get(id)?.(message as ResponseMessage);
      this.waiting.delete(id);
    }
  }
}

const uri = (name: string): string => `file:///ws/${name}`;

let client: Client;
afterEach(() => client.relay.exit(0));

/** A document whose text does that to an engine is refused, once, and until it changes. */
async function leavesAlone(text: string, reason: RegExp): Promise<void> {
  client = await Client.start();
  client.open('a.py', 'lake');
  client.open('bad.py', text);
  const [bad, other] = [client.ask('bad.py'), client.ask('a.py')];
  expect((await bad).refused).toMatch(reason);
  expect((await other).text).toBe('lake');
  expect((await client.ask('bad.py')).refused).toMatch(reason);
  expect(client.logged.filter((line) => line.startsWith('Watchdog: '))).toHaveLength(1);
  client.change('bad.py', 2, 'pond');
  expect((await client.ask('bad.py')).text).toBe('pond');
  expect(client.asked.filter((method) => method === 'client/registerCapability')).toHaveLength(1);
}

describe('a relay', () => {
  it('answers initialize by itself, and all else by its engine', async () => {
    client = await Client.start();
    client.open('a.py', 'lake');
    expect(await client.ask('a.py')).toMatchObject({ text: 'lake' });
    expect(client.starts).toBe(1);
  });

  it.each([
    ['loop', /1\.3 s of processor time/],
    ['die', /its engine ended/],
  ])('leaves a document alone that makes an engine %s, until it changes', leavesAlone);

  it('serves other documents while one takes long, and comes back to the engine that was busy', async () => {
    client = await Client.start();
    client.open('a.py', 'lake');
    const { born } = await client.ask('a.py');
    const enough = join(folder, 'enough');
    client.open('slow.py', `slow ${enough}`);
    const order: string[] = [];
    const slow = client.ask('slow.py').then((result) => (order.push('slow'), result));
    const other = await client.ask('a.py').then((result) => (order.push('other'), result));
    writeFileSync(enough, '');
    expect(other).toMatchObject({ text: 'lake', open: [uri('a.py')] });
    expect(await slow).toMatchObject({ text: `slow ${enough}`, born });
    expect(order).toEqual(['other', 'slow']);
    expect(await client.ask('a.py')).toMatchObject({ born, open: [uri('a.py'), uri('slow.py')] });
    expect(client.starts).toBe(2);
    expect(client.logged).toEqual([]);
  });

  it('lets the engine that has stood in go on where the busy one is ended', async () => {
    client = await Client.start();
    client.open('a.py', 'lake');
    client.open('bad.py', 'loop');
    const [bad, other] = [client.ask('bad.py'), client.ask('a.py')];
    const { born } = await other;
    expect((await bad).refused).toBeDefined();
    expect(await client.ask('a.py')).toMatchObject({ born, open: [uri('a.py'), uri('bad.py')] });
    expect(client.starts).toBe(2);
  });

  it('answers with an error what ends every engine', async () => {
    client = await Client.start();
    client.open('bad.py', 'always');
    const { error } = await client.request('textDocument/hover', { textDocument: { uri: uri('bad.py') } });
    expect(error).toMatchObject({ code: -32803, message: expect.stringContaining('processor time') as string });
    client.open('a.py', 'lake');
    expect((await client.ask('a.py')).text).toBe('lake');
  });

  it('refuses what is about no document and has ended an engine, and nothing that waited behind it', async () => {
    client = await Client.start();
    client.open('a.py', 'lake');
    const [bad, ...others] = [
      client.request('workspace/executeCommand', { arguments: [{ id: 'saved' }] }),
      client.ask('a.py'),
      client.ask('a.py'),
    ];
    expect((await bad).error).toMatchObject({ code: -32803, message: expect.stringContaining('processor time') as string });
    expect((await Promise.all(others)).map(({ text }) => text)).toEqual(['lake', 'lake']);
    expect(client.logged.filter((line) => line.startsWith('Watchdog: '))).toHaveLength(1);
  });

  it('tries the newer text of a document whose older one was too much', async () => {
    client = await Client.start();
    client.open('bad.py', 'loop');
    const answer = client.ask('bad.py');
    client.change('bad.py', 2, 'pond');
    expect((await answer).text).toBe('pond');
  });

  it('ends with its client, whatever its engine is doing', async () => {
    client = await Client.start();
    client.open('bad.py', 'loop');
    void client.ask('bad.py');
    client.notify('exit', {});
    await expect.poll(() => client.exitCode, { timeout: 10_000 }).toBe(1);
    expect(client.logged).toEqual([]);
  });

  it('hands no engine a text that is too long, and says so', async () => {
    client = await Client.start();
    client.open('long.py', '#'.repeat(17_000_000));
    expect((await client.ask('long.py')).refused).toBe('This document has 17,000,000 characters, more than Prompt Preflight looks at.');
    client.notify('textDocument/didChange', {
      textDocument: { uri: uri('long.py'), version: 2 },
      contentChanges: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, text: '' }],
    });
    expect((await client.ask('long.py')).refused).toContain('16,999,999');
    client.change('long.py', 3, 'short');
    expect((await client.ask('long.py')).text).toBe('short');
  });

  it('gives a document a new engine where the memory was taken before it was asked for', async () => {
    const gauge = { now: () => performance.now(), processor: () => 0, memory: () => patience.memory + 1 };
    client = await Client.start(gauge);
    const goOn = join(folder, 'spared');
    client.open('a.py', `slow ${goOn}`);
    const asked = client.ask('a.py');
    await expect.poll(() => client.starts).toBe(2);
    writeFileSync(goOn, '');
    expect((await asked).text).toBe(`slow ${goOn}`);
    expect(client.logged.filter((line) => line.startsWith('Watchdog: '))).toHaveLength(1);
  });

  it('gives each request of a document a new engine where the memory was taken before', async () => {
    let memory = patience.memory + 1;
    client = await Client.start({ now: () => performance.now(), processor: () => 0, memory: () => memory });
    const goOn = join(folder, 'spared-again');
    client.open('a.py', `slow ${goOn}`);
    for (const starts of [2, 3, 4]) {
      const asked = client.ask('a.py');
      await expect.poll(() => client.starts).toBe(starts);
      writeFileSync(goOn, '');
      expect((await asked).text).toBe(`slow ${goOn}`);
      rmSync(goOn);
      memory += 300 * 1024 * 1024;
    }
  });

  it('does not give up a request since engines have ended beside it with what nobody has seen them do', async () => {
    client = await Client.start();
    const while_ = join(folder, 'silent');
    writeFileSync(while_, '');
    client.open('a.py', 'lake');
    client.open('bad.py', `silent ${while_}`);
    const [bad, other] = [client.ask('bad.py'), client.ask('a.py')];
    await expect.poll(() => client.starts, { timeout: 60_000 }).toBe(3);
    rmSync(while_);
    expect((await other).text).toBe('lake');
    expect((await bad).text).toBe(`silent ${while_}`);
  });

  it('says what is no message', async () => {
    client = await Client.start();
    const heard = new Promise<string>((resolve) => {
      const relay = new Relay(
        { send: resolve, exit: () => undefined, kill: () => undefined, broken: () => undefined },
        (kind, events) => new EngineThread({ kind }, events, program),
      );
      relay.unreadable(new Error('no JSON'));
      relay.exit(0);
    });
    expect(JSON.parse(await heard)).toMatchObject({ id: null, error: { code: -32700, message: 'no JSON' } });
  });

  it('ends where its engine cannot be started', async () => {
    client = new Client(join(folder, 'gone.cjs'));
    await expect.poll(() => client.exitCode, { timeout: 10_000 }).toBe(1);
    expect(client.starts).toBe(3);
  });

  // The last one: Node 24 keeps the memory of an ended thread for some seconds, and the engines of all tests are in one process.
  it('leaves a document alone that makes an engine eat, until it changes', () => leavesAlone('eat', /MB of memory/));
});
