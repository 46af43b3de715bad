// Suites of real runs against what `preview --row N` shows: OpenCompass over configs with local data, and the first documents of tasks.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { different, equal, unknown } from '../compare.mjs';
import { files as configFiles, datasets } from '../end-to-end/configs.mjs';
import { files as taskFiles, modes, tasks } from '../end-to-end/tasks.mjs';
import { configs as visitorConfigs, files as visitorFiles } from '../end-to-end/visitor-configs.mjs';
import { linesOfPython } from '../end-to-end/python.mjs';

const runConfigs = fileURLToPath(new URL('../end-to-end/run_configs.py', import.meta.url));
const runTasks = fileURLToPath(new URL('../end-to-end/run_tasks.py', import.meta.url));
/** As many previews at a time as small machines have processors. */
const atOnce = 2;

export const endToEndConfigs = {
  name: 'end-to-end configs',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  outcomes: (input) =>
    within(configFiles, async (root) => {
      const configs = Object.keys(datasets).map((abbr) => `eval_${abbr}.py`);
      const rows = await linesOfPython(input.openCompass, runConfigs, { root, configs, sources: input.sources });
      return inTurns(rows.flatMap(previewsOfRun), (asked) => previewOutcome(input, root, asked));
    }),
};

export const endToEndVisitorConfigs = {
  name: 'end-to-end visitor configs',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  outcomes: (input) =>
    within(visitorFiles, async (root) => {
      const rows = await linesOfPython(input.openCompass, runConfigs, { root, configs: visitorConfigs, share: 5, sources: input.sources });
      const roots = ['--package-root', root];
      return inTurns(rows.filter(isAsked).map(previewOfPair), (asked) =>
        previewOutcome(input, root, { ...asked, args: [...asked.args, ...roots] }),
      );
    }),
};

/** Whether there is anything to compare: a range may leave no rows. */
function isAsked({ asked = [], error }) {
  return error !== undefined || asked.length > 0;
}

/** The preview of a pair's first row, against the first that the model was asked, if the run came so far. */
function previewOfPair({ config, model, dataset, asked, before, error }) {
  const args = [config, '--dataset', dataset, '--model', model, '--row', '1'];
  const first = (asked ?? before)?.[0];
  return { args, expected: first, error: first === undefined ? error : undefined };
}

export const endToEndTaskPreviews = {
  name: 'end-to-end task previews',
  goldens: [],
  needsHarness: true,
  outcomes: (input) =>
    within(taskFiles, async (root) => {
      const rows = await linesOfPython(input.harness, runTasks, { root, tasks, modes: { plain: modes.plain } });
      const shown = rows.filter(({ index }) => index < 2);
      return inTurns(shown.map(previewOfDocument), (asked) => previewOutcome(input, root, asked));
    }),
};

/** Does some work with the files in a folder of their own. */
async function within(files, work) {
  const root = mkdtempSync(join(tmpdir(), 'preflight-runs-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Previews of some of the rows that a model was asked about. */
function previewsOfRun({ config, model, dataset, asked, error }) {
  const common = [config, '--dataset', dataset, '--model', model];
  if (error !== undefined) return [{ args: common, expected: undefined, error }];
  // Scored prompts come label by label, with all rows each: the preview shows the first of the four.
  const rows = datasets[dataset].includes('PPLInferencer') ? asked.slice(0, asked.length / 4) : asked;
  return [...new Set([0, 1, rows.length - 1])].map((i) => ({
    args: [...common, '--row', String(i + 1)],
    expected: rows[i],
    error: undefined,
  }));
}

function previewOfDocument({ task, index, requests, error }) {
  const [first] = requests ?? [];
  const expected = first && `${first.context ?? ''}${typeof first.continuation === 'string' ? first.continuation : ''}`;
  return { args: [`${task}.yaml`, '--row', String((index ?? 0) + 1)], expected, error };
}

async function inTurns(items, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function previewOutcome({ cli, sources }, root, { args, expected, error }) {
  const roots = sources === undefined ? [] : ['--package-root', sources];
  const shown = await previewJson([cli, 'preview', ...args, ...roots, '--format', 'json'], root);
  return { id: args.join(' '), ...verdictOn(shown, expected, error) };
}

function previewJson(args, cwd) {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 26 }, (_error, stdout, complaint) => {
      resolve(stdout === '' ? { complaint } : JSON.parse(stdout));
    });
  });
}

/** A prompt that is not called exact is unknown where it is another one; one that is called so must be the run's. */
function verdictOn(shown, expected, error) {
  if (shown.complaint !== undefined) return complained(shown.complaint, expected, error);
  const { level, reason } = shown.exactness;
  if (error !== undefined)
    return level === 'raises' && reason.startsWith(error.split(':', 1)[0]) ? equal : unlessExact(level, reason, error, level);
  const actual = textOf(shown.output);
  const wanted = typeof expected === 'string' && shown.output?.kind === 'messages' ? [['user', expected]] : expected;
  if (JSON.stringify(actual) === JSON.stringify(Array.isArray(wanted) ? messagesOf(wanted) : wanted))
    return level === 'exact' ? equal : unknown('', `${level}: ${reason}`);
  return unlessExact(level, reason, wanted, actual);
}

/** Where there is no preview: the rows cannot be loaded, for what the framework raises or without saying so. */
function complained(complaint, expected, error) {
  if (error === undefined) return different('', expected, complaint);
  return complaint.includes(`raises ${error.split(':', 1)[0]}`) ? equal : unknown('', complaint);
}

function unlessExact(level, reason, expected, actual) {
  return level === 'exact' ? different('', expected, actual) : unknown('', `${level}: ${reason}`);
}

function textOf(output) {
  if (output === undefined) return undefined;
  return output.kind === 'messages' ? JSON.parse(output.text).map(({ role, content }) => [role, content]) : output.text;
}

const roles = { HUMAN: 'user', BOT: 'assistant', SYSTEM: 'system' };

function messagesOf(parts) {
  return parts.map((part) => (Array.isArray(part) ? part : [roles[part.role] ?? part.role, part.prompt]));
}
