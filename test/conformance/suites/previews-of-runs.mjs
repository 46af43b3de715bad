// What previews show in a folder of files, against what a model was asked there.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runBatch } from '../batch-client.mjs';
import { different, equal, unknown } from '../compare.mjs';

export function writeFiles(root, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** Does some work with the files in a folder of their own. */
export async function within(files, work) {
  const root = mkdtempSync(join(tmpdir(), 'preflight-runs-'));
  try {
    writeFiles(root, files);
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * Asks for previews in a folder, and compares each with what the model was asked, or with what the framework raises: an outcome each.
 * @param {{ cli: string, sources?: string }} input
 * @param {string} root
 * @param {{ path: string, dataset: string, model?: string, row: number, label?: string, expected: unknown, error?: string, stops?: string }[]} previews the row from 0; `stops`: what the framework raises once it has asked so
 * @param {Record<string, string>} [env] variables besides those of this process
 */
export async function previewOutcomes({ cli, sources }, root, previews, env) {
  const around = sources === undefined ? {} : { VIRTUAL_ENV: environmentOf(root, sources) };
  const requests = previews.map(({ expected: _expected, error: _error, stops: _stops, ...request }, id) => ({
    id,
    op: 'preview',
    root,
    ...request,
  }));
  /** @type {object[]} */
  const outcomes = [];
  await runBatch(
    cli,
    requests,
    ({ id, path, dataset, model, row, label }, answer) => {
      const named = [path, dataset, model, row, label].filter((part) => part !== undefined).join(' ');
      outcomes.push({ id: named, ...verdictOn(answer, previews[id]) });
    },
    { ...around, ...env },
  );
  return outcomes;
}

/** A virtual environment in which the packages of a checkout are installed in place. */
export function environmentOf(root, sources) {
  const environment = join(root, '.environment');
  const site = join(environment, 'lib/python3.11/site-packages');
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, 'checkout.pth'), `${sources}\n`);
  return environment;
}

/**
 * A prompt that is not called exact is unknown where it is another one; one that is called so must be the run's.
 * @param {any} shown
 * @param {{ expected: unknown, error?: string, stops?: string }} asked
 */
function verdictOn(shown, { expected, error, stops }) {
  if (shown.error !== undefined) return complained(String(shown.error.message ?? shown.error), expected, error);
  const { exactness: level, reason, prompt } = shown;
  if (level === 'never-sent' && isNamed(error ?? stops, reason))
    return error !== undefined || isAsked(prompt, expected) ? equal : different('', expected, prompt);
  if (error !== undefined)
    return level === 'raises' && reason.startsWith(error.split(':', 1)[0]) ? equal : unlessExact(level, reason, error, level);
  // Of messages that are said to be exact it is only not known what a library makes of them.
  if (isAsked(prompt, expected))
    return level === 'exact' || reason.startsWith('The messages are exact') ? equal : unknown('', `${level}: ${reason}`);
  return reason.startsWith('The messages are exact') ? different('', expected, prompt) : unlessExact(level, reason, expected, prompt);
}

function isAsked(prompt, expected) {
  // The only part of a prompt without roles is a text, whatever a service wraps it in.
  if (typeof prompt === 'string' && Array.isArray(expected) && expected.length === 1 && expected[0][0] === '')
    return prompt === expected[0][1];
  const actual = Array.isArray(prompt) ? prompt.map(({ role, content }) => [role, content]) : prompt;
  const wanted = typeof expected === 'string' && Array.isArray(prompt) ? [['user', expected]] : expected;
  return JSON.stringify(actual) === JSON.stringify(Array.isArray(wanted) ? messagesOf(wanted) : wanted);
}

/** Whether a sentence names an exception, by the code that AISBench gives it or else by its type. */
function isNamed(error, sentence) {
  const name = /\[([A-Z]+-[A-Z]+-\d+)\]/.exec(error ?? '')?.[1] ?? error?.split(':', 1)[0];
  return name !== undefined && sentence.includes(name);
}

/** Where there is no preview: the rows cannot be loaded, for what the framework raises or without saying so. */
function complained(complaint, expected, error) {
  if (error === undefined)
    return complaint.includes(' turns on the releases ') ? unknown('', complaint) : different('', expected, complaint);
  return complaint.includes(`raises ${error.split(':', 1)[0]}`) ? equal : unknown('', complaint);
}

function unlessExact(level, reason, expected, actual) {
  return level === 'exact' ? different('', expected, actual) : unknown('', `${level}: ${reason}`);
}

const roles = { HUMAN: 'user', BOT: 'assistant', SYSTEM: 'system' };

function messagesOf(parts) {
  return parts.map((part) => (Array.isArray(part) ? part : [roles[part.role] ?? part.role, part.prompt ?? part.content]));
}
