import { safeJson } from '../../engine/core/shown.js';
import { BatchSession } from '../batch/session.js';
import { answerTo } from '../batch/answer.js';
import { exitCode, readArguments, UsageError, type Command } from '../support/command.js';
import { loadGrammarFromDisk } from '../../node/load-grammar.js';
import type { InputLine } from '../batch/lines.js';
import { beacon } from '../../worker/own-beacon.js';
import { onRequest, tell } from '../../worker/this-thread.js';

/** `batch`: JSON Lines requests on standard input, one JSON line of answer for each, in order, on standard output. */
export const batch: Command = {
  help: `Usage: prompt-preflight batch

The engine for scripts: reads JSON Lines requests from standard input and writes one JSON line per request, in order, to standard output.
A request that cannot be read is answered {"id", "error": {"type": "BadRequest", "message"}}, and the next one is read.
docs/batch.md describes the requests and answers.

  {"id": 1, "op": "evaluate", "root": "/my/project", "path": "eval_demo.py"}
  {"id": 2, "op": "check", "root": "/my/project", "path": "eval_demo.py"}

Exit code: 0, or 2 where standard input cannot be read.
`,
  async run(args) {
    const { positionals } = readArguments(args, {});
    if (positionals.length > 0) throw new UsageError('batch takes its requests from standard input, not from arguments.');
    await loadGrammarFromDisk();
    const session = new BatchSession();
    let before = Promise.resolve();
    await new Promise<void>((ended) => {
      onRequest((message) => {
        before = before.then(() => (message.kind === 'end' ? ended() : answer(session, message)));
      });
    });
    return exitCode.clean;
  },
};

async function answer(session: BatchSession, { line, more }: InputLine): Promise<void> {
  const once = (): string => beacon.during({ what: 'a request' }, () => safeJson(answerTo(session, line)));
  let text = once();
  for (let { pending } = session; pending; { pending } = session) {
    await pending;
    text = once();
  }
  tell({ kind: 'answer', line: text });
  // Whoever waits for an answer may change files before the next request.
  if (!more) session.expectChanges();
}
