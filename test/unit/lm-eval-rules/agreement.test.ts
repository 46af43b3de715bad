import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RenderError } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { golden, goldens, readLines } from '../../support/goldens.js';

// What the preview cannot show has an error, and what it shows, or the real harness made a prompt of, has none: over all recorded cases of tasks.

interface Row {
  readonly path: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly num_fewshot: number;
  readonly mode: { readonly apply_chat_template: boolean };
  readonly error?: string;
}

/** What the harness raises before it looks at a document: the rules know it without one. */
const certain =
  /^(?:TypeError: TaskConfig|TypeError: FewshotConfig|ValueError: Got invalid output_type|KeyError: "Attempted to use contextsampler|TemplateSyntaxError|TypeError: $|TypeError: '(?:bool|int)' object is not subscriptable|IndexError|AssertionError: Error: number of fewshot)/;

/** A value as YAML, which JSON is but for functions. */
function yamlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yamlOf).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('$function' in value) return `!function ${String(value.$function)}`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${yamlOf(item)}`)
    .join(', ')}}`;
}

function textOf(config: Readonly<Record<string, unknown>>, shots = 0): string {
  const whole = shots > 0 ? { ...config, num_fewshot: shots } : config;
  return Object.entries(whole)
    .map(([key, value]) => `${JSON.stringify(key)}: ${yamlOf(value)}\n`)
    .join('');
}

interface Answer {
  /** What the preview shows in place of a prompt. */
  readonly raised: RenderError | undefined;
  /** The rules that find errors; a document that may be its own example raises nothing. */
  readonly errors: readonly string[];
}

const file = '/ws/task.yaml';

function answerOf(text: string, others: Readonly<Record<string, string>> = {}): Answer {
  const project = createProject(new MemoryWorkspace({ ...others, [file]: text }, ['/ws']), defaultSettings);
  const { framework, config, surroundings } = project.load(file)!;
  const targets = framework.targets(config, surroundings);
  const shown = targets.map((target) => framework.render(target).error);
  // The rule asks for less than the preview, and must get the same.
  expect(targets.map(({ dataset }) => framework.raises(dataset, [undefined])[0])).toEqual(shown);
  const errors = project.check(file).filter(({ severity, rule }) => severity === 'error' && rule !== 'fewshot-leak');
  return { raised: shown.find((error) => error !== undefined), errors: errors.map(({ rule }) => rule) };
}

/** Whether the case disagrees with the rules; `recorded` says that the real harness made a prompt of it. */
function disagreement({ raised, errors }: Answer, recorded: { readonly prompt: boolean; readonly chat: boolean }): string | undefined {
  if (raised && errors.length === 0) return `no error, and rendering raises ${raised.error}`;
  if (!raised && errors.length > 0) return `${errors.join(', ')}, and the prompt is rendered`;
  // A delimiter is written only without a chat template.
  const onlyPlain = recorded.chat && raised?.reason?.includes('--apply_chat_template');
  return recorded.prompt && errors.length > 0 && !onlyPlain ? `${errors.join(', ')}, and the harness makes a prompt` : undefined;
}

function expectAgreement(what: string, rows: readonly Row[]): void {
  let raising = 0;
  const disagreements: string[] = [];
  for (const { path, config, num_fewshot, error, mode } of rows) {
    const text = textOf(config, num_fewshot);
    const answer = answerOf(text);
    if (answer.raised) raising++;
    const found = disagreement(answer, { prompt: error === undefined, chat: mode.apply_chat_template });
    if (found !== undefined) disagreements.push(`${path}: ${found}\n${text}`);
  }
  console.log(`${what}: ${String(rows.length)} cases, ${String(raising)} raise, ${String(disagreements.length)} disagree`);
  expect(disagreements.slice(0, 5)).toEqual([]);
}

describe('tasks made at random', () => {
  const rows = readLines<Row>('test/fixtures/lm-eval/tasks.jsonl.gz');

  it('have an error exactly where they raise', () => expectAgreement('random tasks', rows), 60_000);

  it('have one where no document is needed to know it', () => {
    const raising = rows.filter(
      ({ error }) =>
        error !== undefined &&
        /^(?:TypeError: TaskConfig|TypeError: FewshotConfig|ValueError: Got invalid output_type|KeyError: "Attempted|TemplateSyntaxError)/.test(
          error,
        ),
    );
    expect(raising.length).toBeGreaterThan(0);
    expect(
      raising.filter(({ config, num_fewshot }) => answerOf(textOf(config, num_fewshot)).errors.length === 0).map(({ path }) => path),
    ).toEqual([]);
  });
});

if (goldens === undefined)
  console.log(
    'Left out: what the harness says of corner cases and shipped tasks, whose recorded answers are not at hand. The random tasks of test/fixtures stand for them.',
  );

const corners = golden('lm-eval/corner-cases.jsonl.gz');

describe.runIf(corners)('tasks made for corners', () => {
  const rows = corners === undefined ? [] : readLines<Row>(corners);

  it('have an error exactly where they raise', () => expectAgreement('corner cases', rows), 60_000);

  it('have one where no document is needed to know it', () => {
    const raising = rows.filter(({ error }) => error !== undefined && certain.test(error));
    expect(raising.length).toBeGreaterThan(0);
    expect(
      raising
        .filter(({ config, num_fewshot }) => answerOf(textOf(config, num_fewshot)).errors.length === 0)
        .map(({ path, error }) => `${path}: ${error!}`),
    ).toEqual([]);
  });
});

const prompts = golden('lm-eval/prompts.jsonl.gz');
const configs = golden('lm-eval/configs.jsonl.gz');

describe.runIf(prompts && configs)('shipped tasks', () => {
  it('have an error exactly where they raise', () => {
    // Modules beside the tasks register filters, which no prompt needs.
    const byPath = new Map(readLines<Row>(configs!).map(({ path, config }) => [path, { ...config, filter_list: null }]));
    const all = readLines<Row>(prompts!);
    const rows = all.flatMap((row) => (byPath.has(row.path) ? [{ ...row, config: byPath.get(row.path)! }] : []));
    if (rows.length < all.length)
      console.log(`Left out: ${String(all.length - rows.length)} cases of shipped tasks, whose configs are not among the recorded ones.`);
    expect(rows.length).toBeGreaterThan(500);
    expectAgreement('shipped tasks', rows);
  }, 120_000);
});

const formats = golden('lm-eval/formats.jsonl.gz');

describe.runIf(formats)('tasks of prompt formats', () => {
  it('have an error where they raise', () => {
    const rows = readLines<Record<string, unknown>>(formats!);
    const answers = rows.map(({ spec, doc_to_text, doc_to_choice, doc_to_target }) =>
      answerOf(textOf({ task: 't', dataset_path: 'x', test_split: 'test', formats: spec, doc_to_text, doc_to_choice, doc_to_target })),
    );
    const raising = answers.filter(({ raised }) => raised);
    console.log(`prompt formats: ${String(rows.length)} cases, ${String(raising.length)} raise`);
    // Version 0.4 knows no formats, so that all have an error.
    expect(raising.filter(({ errors }) => errors.length === 0)).toEqual([]);
  });
});

const runs = goldens && golden('lm-eval/runs');

describe.runIf(runs)('tasks of recorded runs', () => {
  it('have an error exactly where they raise', () => {
    const disagreements: string[] = [];
    let raising = 0;
    const folders = readdirSync(runs!);
    for (const folder of folders) {
      const names = readdirSync(join(runs!, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.(?:yaml|py|jsonl)$|^[^.]+$/.test(name),
      );
      const files = Object.fromEntries(names.map((name) => [`/ws/${name}`, readFileSync(join(runs!, folder, name), 'utf8')]));
      const answer = answerOf(files[file]!, files);
      if (answer.raised) raising++;
      const found = disagreement(answer, { prompt: false, chat: false });
      if (found !== undefined) disagreements.push(`${folder}: ${found}`);
    }
    console.log(`runs: ${String(folders.length)} tasks, ${String(raising)} raise, ${String(disagreements.length)} disagree`);
    expect(disagreements).toEqual([]);
  });
});
