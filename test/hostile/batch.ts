import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { HostileInput } from './input.js';
import { cpuSeconds, guard } from './process-tree.js';
import { guards, internalIn, limits, type Fault, type Outcome, type Violation } from './verdict.js';
import { keepChanging, place, remove } from './workspace.js';

const cli = resolve(process.env['PREFLIGHT_CLI'] ?? 'dist/cli.js');

/** What a script asks about a document. */
function requestsOf({ open, chat }: HostileInput, root: string): readonly Record<string, unknown>[] {
  const rendered = open.endsWith('.yaml')
    ? { op: 'lm-eval-render', root, path: open, doc: { question: 'Why?', answer: 'So.' } }
    : {
        op: 'render',
        framework: 'opencompass',
        root,
        path: open,
        list: 'demo_datasets',
        index: 0,
        rows: 'sentinel',
        metas: [{ kind: 'lm', meta: null }],
      };
  const conversation =
    chat === undefined
      ? []
      : [{ op: 'chat-template', root, path: chat, messages: [{ role: 'user', content: 'Why?' }], add_generation_prompt: true }];
  return [{ op: 'check', root, path: open }, { op: 'evaluate', root, path: open }, rendered, ...conversation];
}

/** One process of `batch`, which answers about one input after the other. */
export class Batch {
  private readonly waiting: ((line: string | undefined) => void)[] = [];

  private constructor(readonly process: ChildProcess) {
    createInterface({ input: process.stdout! }).on('line', (line) => this.waiting.shift()?.(line));
    process.on('exit', () => this.waiting.splice(0).forEach((answer) => answer(undefined)));
    process.stdin!.on('error', () => undefined);
  }

  static start(): Batch {
    return new Batch(spawn(process.execPath, [cli, 'batch'], { stdio: ['pipe', 'pipe', 'ignore'] }));
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  stop(): void {
    this.process.stdin!.end();
    this.process.kill('SIGKILL');
  }

  async run(input: HostileInput): Promise<Outcome> {
    const folder = mkdtempSync(join(tmpdir(), 'preflight-hostile-'));
    const violations: Violation[] = [];
    const report = (fault: Fault, of: string, detail: string): void => void violations.push({ fault, of, detail });
    const watched = guard(this.process.pid!, guards);
    let dearest = { of: '', cpu: 0 };
    let changed = (): void => undefined;
    try {
      place(folder, { ...input.files(), 'pyproject.toml': '' });
      changed = keepChanging(input, folder);
      for (const request of requestsOf(input, folder)) {
        const of = String(request['op']);
        const before = cpuSeconds(this.process.pid!);
        const line = await this.ask(JSON.stringify(request));
        const cpu = line === undefined ? watched.stop().cpu : cpuSeconds(this.process.pid!) - before;
        if (cpu > dearest.cpu) dearest = { of, cpu };
        if (line === undefined) {
          report(
            watched.ended()?.endsWith('MB') ? 'memory' : watched.ended() === undefined ? 'crash' : 'unanswered',
            of,
            watched.ended() ?? 'ended',
          );
          break;
        }
        if (cpu > limits.cpuSeconds) report('slow', of, `${cpu.toFixed(1)} s`);
        const own = internalIn(line.slice(0, 2_000));
        if (own !== undefined) report('internal error', of, line.slice(0, 300));
      }
    } finally {
      changed();
      remove(folder);
    }
    const total = watched.stop();
    if (total.megabytes > limits.megabytes && watched.ended() === undefined)
      report('memory', dearest.of, `${total.megabytes.toFixed(0)} MB`);
    return { input: input.name, by: 'batch', dearest, ...total, violations };
  }

  private ask(line: string): Promise<string | undefined> {
    return new Promise((answer) => {
      if (!this.alive) return answer(undefined);
      this.waiting.push(answer);
      this.process.stdin!.write(line + '\n');
    });
  }
}
