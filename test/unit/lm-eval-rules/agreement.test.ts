import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/project.js';
import type { Diagnostic } from '../../../server/src/rules/rule.js';
import { defaultSettings } from '../../../server/src/settings.js';
import { MemoryWorkspace } from '../../../server/src/workspace.js';

// What the harness really does with odd tasks, held against what the rules say of them.
const goldens = process.env['PREFLIGHT_GOLDENS'];

interface Row {
  readonly path: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly num_fewshot: number;
  readonly error?: string;
}

/** What the harness raises before it looks at a document: the rules know it without one. */
const certain =
  /^(?:TypeError: TaskConfig|TypeError: FewshotConfig|ValueError: Got invalid output_type|KeyError: "Attempted to use contextsampler|TemplateSyntaxError|TypeError: $|TypeError: '(?:bool|int)' object is not subscriptable|IndexError|AssertionError: Error: number of fewshot)/;

function check({ config, num_fewshot: shots }: Row): readonly Diagnostic[] {
  const whole = shots > 0 ? { ...config, num_fewshot: shots } : config;
  const text = Object.entries(whole).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join('');
  return createProject(new MemoryWorkspace({ '/ws/task.yaml': text }, ['/ws']), defaultSettings).check('/ws/task.yaml');
}

if (goldens === undefined) console.log('Skipped: the agreement with what the harness says of corner cases. PREFLIGHT_GOLDENS names the folder of recorded answers.');

describe.skipIf(goldens === undefined)('against tasks made for corners (PREFLIGHT_GOLDENS)', () => {
  const rows = goldens === undefined ? [] : gunzipSync(readFileSync(join(goldens, 'lm-eval/corner-cases.jsonl.gz'))).toString().trim().split('\n').map((line) => JSON.parse(line) as Row);
  const errorsOf = (row: Row): string[] => check(row).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []));

  it('no error is told where the harness makes a prompt, but of one that may hold its own answer', () => {
    const told = rows.filter(({ error }) => error === undefined).flatMap((row) => errorsOf(row).map((rule) => ({ path: row.path, rule })));
    const wrong = told.filter(({ rule }) => rule !== 'fewshot-leak');
    expect(wrong).toEqual([]);
  });

  it('an error is told where no document is needed to know it', () => {
    const raising = rows.filter(({ error }) => error !== undefined && certain.test(error));
    expect(raising.length).toBeGreaterThan(0);
    expect(raising.filter((row) => errorsOf(row).length === 0).map(({ path, error }) => `${path}: ${error!}`)).toEqual([]);
  });
});
