// Suite of real runs: lm-evaluation-harness itself runs tasks with local data, and each request must be what `lm-eval-run` says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files, modes, tasks } from '../end-to-end/tasks.mjs';
import { parseLossless } from '../json.mjs';
import { compareRun } from './lm-eval-runs.mjs';

const program = fileURLToPath(new URL('../end-to-end/run_tasks.py', import.meta.url));

export const endToEndTasks = {
  name: 'end-to-end tasks',
  goldens: [],
  needsHarness: true,
  cases: async ({ harness }) => {
    const root = mkdtempSync(join(tmpdir(), 'preflight-runs-'));
    const end = () => rmSync(root, { recursive: true, force: true });
    try {
      writeFiles(root);
      const rows = await run(harness, { root, tasks, modes });
      return {
        cases: rows.map((row, number) => caseOf(root, row, number)),
        end,
        note: `${tasks.length} tasks in ${Object.keys(modes).length} modes`,
      };
    } catch (error) {
      end();
      throw error;
    }
  },
};

function writeFiles(root) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

function caseOf(root, row, number) {
  return {
    request: {
      id: `${number} ${row.task} ${row.mode} ${row.index ?? ''}`,
      op: 'lm-eval-run',
      root,
      path: `${row.task}.yaml`,
      task_name: row.task,
      index: row.index ?? 0,
      options: modes[row.mode],
    },
    compare: (answer) => compareRun(row, answer),
  };
}

async function run(python, request) {
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (complaint = (complaint + text).slice(-2000)));
  child.stdin.end(JSON.stringify(request));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${python} ends with ${code}: ${complaint}`);
  return output.split('\n').filter(Boolean).map(parseLossless);
}
