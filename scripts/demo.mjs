// npm run demo: builds, checks the examples, prints a prompt, and says how to go on.
import { spawnSync } from 'node:child_process';

const config = 'examples/opencompass/eval_demo.py';
const style = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

/** Runs a command of the project and shows what it is. @returns its exit code */
function run(title, args, shown = `node ${args.join(' ')}`) {
  process.stdout.write(`\n${style(title)}\n$ ${shown}\n\n`);
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (error) throw error;
  return status ?? 2;
}

function expectCode(code, allowed, what) {
  if (allowed.includes(code)) return;
  process.stderr.write(`\n${what} failed with exit code ${code}.\n`);
  process.exit(1);
}

expectCode(run('1. Build', ['esbuild.mjs'], 'npm run build'), [0], 'The build');
// The broken example has findings, so that exit code 1 is what is expected here.
expectCode(run('2. Check the examples: one of them is broken on purpose', ['dist/cli.js', 'check', 'examples']), [1], 'The check');
expectCode(
  run('3. The prompt of one dataset for a language model', [
    'dist/cli.js',
    'preview',
    config,
    '--dataset',
    'word_problems',
    '--model',
    'river-7b-chat',
    '--shots',
    '1',
  ]),
  [0],
  'The preview',
);
expectCode(
  run('4. The same for a chat model, with a row of data', [
    'dist/cli.js',
    'preview',
    config,
    '--dataset',
    'word_problems',
    '--model',
    'harbor-chat',
    '--shots',
    '1',
    '--row',
    'examples/opencompass/data/rows.jsonl:2',
  ]),
  [0],
  'The preview',
);
expectCode(
  run('5. A task of lm-evaluation-harness in a chat template, as the harness is called', [
    'dist/cli.js',
    'preview',
    'harbour_facts',
    '--include-path',
    'examples/lm-eval',
    '--num-fewshot',
    '1',
    '--apply-chat-template',
    'chatml',
  ]),
  [0],
  'The preview',
);

process.stdout.write(`
${style('How to go on')}
  npm start                                       VS Code with the extension and the examples
  node dist/cli.js check PATH…                    check your own configs
  node dist/cli.js preview FILE --stage all       every stage of a prompt
  node dist/cli.js --help                         all commands
  npm test                                        all tests
`);
