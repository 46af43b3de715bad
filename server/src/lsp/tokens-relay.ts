import { ErrorCodes, type RequestMessage } from 'vscode-jsonrpc';
import { say } from '../engine/core/say.js';
import { tokensCommand, type TokensAnswer, type TokensRequest } from '../protocol/tokens.js';
import type { ThreadEvents, WatchedThread } from '../worker/watched-thread.js';
import { verdictText, type Verdict, type Watchdog } from '../worker/watchdog.js';
import { letEnd } from './turns.js';
import type { TokensQuestion, TokensReply } from './kept-tokenizers.js';

/** Without a question for so long the thread ends, in milliseconds, and gives back the memory of its tokenizers. */
const restMs = 300_000;

/**
 * Has questions for tokens answered by a thread of its own, which is started by the first one: loading a tokenizer takes up to seconds, and the engine of the documents never
 * waits for it. A tokenizer that takes too much is refused by the watchdog, and the next question has a new thread.
 */
export class TokensRelay {
  private thread: WatchedThread | undefined;
  private waiting = new Map<number, (answer: TokensAnswer) => void>();
  private last = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly watchdog: Pick<Watchdog, 'add' | 'ready' | 'remove' | 'wake'>,
    private readonly write: (message: object) => void,
    /** Asks the client what the thread asks. */
    private readonly question: (thread: WatchedThread, message: RequestMessage) => void,
    private readonly tokensThread: (events: ThreadEvents) => WatchedThread,
  ) {}

  /** Whether a request is for tokens: it is then answered here. */
  takes(message: RequestMessage): boolean {
    const { command, arguments: args } = (message.params ?? {}) as { command?: unknown; arguments?: unknown };
    if (message.method !== 'workspace/executeCommand' || command !== tokensCommand) return false;
    const request: unknown = Array.isArray(args) ? args[0] : undefined;
    if (isRequest(request)) this.count(request, (answer) => this.write({ jsonrpc: '2.0', id: message.id, result: answer }));
    else
      this.write({
        jsonrpc: '2.0',
        id: message.id,
        error: { code: ErrorCodes.InvalidParams, message: 'the request must have a "file" and "texts"' },
      });
    return true;
  }

  /** Has the tokens of some texts counted. @param answered called once, whatever becomes of the thread */
  count(request: TokensRequest, answered: (answer: TokensAnswer) => void): void {
    const id = ++this.last;
    this.waiting.set(id, answered);
    this.thread ??= this.start();
    this.watchdog.wake();
    this.thread.post({ id, request } satisfies TokensQuestion);
    clearTimeout(this.rest);
  }

  private start(): WatchedThread {
    const thread: WatchedThread = this.tokensThread({
      ready: () => this.watchdog.ready(thread),
      message: (message) => this.said(thread, message as TokensReply | RequestMessage),
      gone: () => {
        this.watchdog.remove(thread);
        this.refuse(say`The thread of the tokenizer ended: it asked for more memory than it may have.`);
      },
    });
    this.watchdog.add(thread);
    return thread;
  }

  private said(thread: WatchedThread, message: TokensReply | RequestMessage): void {
    if ('method' in message) this.question(thread, message);
    else this.answered(message);
  }

  private answered({ id, answer }: TokensReply): void {
    this.watchdog.wake();
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    asked?.(answer);
    if (this.waiting.size > 0) return;
    this.rest = setTimeout(() => void this.end(), restMs);
    letEnd(this.rest);
  }

  /** @returns whether the thread is the one of tokens: it is ended then, and what it was asked is refused */
  condemned(thread: WatchedThread, verdict: Verdict): boolean {
    if (thread !== this.thread) return false;
    this.refuse(verdictText(verdict));
    void thread.end().then(() => this.watchdog.remove(thread));
    return true;
  }

  private refuse(reason: string): void {
    this.thread = undefined;
    const answer: TokensAnswer = { kind: 'refused', reason };
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    for (const answered of asked) answered(answer);
  }

  /** Settled when the thread is gone. */
  async end(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    clearTimeout(this.rest);
    if (!thread) return;
    await thread.end();
    this.watchdog.remove(thread);
  }
}

function isRequest(value: unknown): value is TokensRequest {
  if (typeof value !== 'object' || value === null) return false;
  const { file, texts, shown } = value as Partial<Record<keyof TokensRequest, unknown>>;
  if (typeof file !== 'string' || !Array.isArray(texts) || (shown !== undefined && typeof shown !== 'number')) return false;
  return texts.every((each: unknown) => {
    const { text, special, parts } = (each ?? {}) as Record<string, unknown>;
    const how = typeof special === 'boolean' || special === 'unless-begun';
    return typeof text === 'string' && how && Array.isArray(parts) && parts.every((part) => typeof part === 'number');
  });
}
