import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { createProject, type Project } from '../../server/src/engine/project/project.js';
import type { Output } from '../../server/src/engine/prompt/rendered-prompt.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import type { TracedText } from '../../server/src/engine/core/traced-text.js';

// Every character of a prompt leads back to the place where it is written: over the shipped configs where PREFLIGHT_SOURCES names a checkout, else over
// the examples.
const sources = process.env['PREFLIGHT_SOURCES'];
const root = resolve(sources ?? 'examples');
const configs = [join(root, 'opencompass/configs'), root].find((folder) => existsSync(folder))!;

/** So many segments are held against their source, equally spread over all. */
const sampled = 2000;

interface Segment {
  readonly text: string;
  readonly file: FileId;
  readonly start: number;
  readonly end: number;
  readonly exact: boolean;
}

/** The segments of a prompt that come from a config's text. */
function* segments(text: TracedText): Iterable<Segment> {
  for (const { start, piece } of text.located()) {
    if (piece.origin.kind !== 'source') continue;
    const { span, exact } = piece.origin;
    yield { text: text.text.slice(start, start + piece.length), file: span.file, start: span.start, end: span.end, exact };
  }
}

function textsOf(output: Output | undefined): readonly TracedText[] {
  if (!output) return [];
  return output.kind === 'text' ? [output.text] : output.messages.map(({ text }) => text);
}

/** All segments of the prompts of a config's own pairs. */
function* segmentsOf(project: Project, file: FileId): Iterable<Segment> {
  const loaded = project.load(file);
  if (!loaded) return;
  for (const target of loaded.framework.targets(loaded.config))
    for (const text of textsOf(loaded.framework.render(target).output)) yield* segments(text);
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};

/** The characters that a piece of a string literal stands for. */
function unescaped(source: string): string {
  return source.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([\s\S]))/gi,
    (whole, x?: string, u?: string, long?: string, one?: string) => {
      const hex = x ?? u ?? long;
      return hex === undefined ? (escapes[one!] ?? whole) : String.fromCodePoint(parseInt(hex, 16));
    },
  );
}

describe(`the places of the prompts of ${sources === undefined ? 'examples/' : 'the shipped configs'}`, () => {
  const project = createProject(createNodeWorkspace({ folders: [root] }), defaultSettings);
  const kept = new Map<string, Segment>();
  let characters = 0;
  let held = 0;
  let worst: Segment | undefined;

  const sourceOf = (file: FileId): string => {
    const read = project.workspace.read(file);
    return read.kind === 'text' ? read.text : '';
  };

  it('are found', () => {
    const files = readdirSync(configs, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(py|ya?ml)$/.test(name));
    const texts = new Map<FileId, string>();
    for (const name of files.sort()) {
      const file = join(configs, name).replaceAll('\\', '/');
      for (const segment of segmentsOf(project, file)) {
        let source = texts.get(segment.file);
        if (source === undefined) texts.set(segment.file, (source = sourceOf(segment.file)));
        const written = source.slice(segment.start, segment.end);
        const holds = segment.exact || written.includes(segment.text) || unescaped(written).includes(segment.text);
        characters += segment.text.length;
        if (holds) held += segment.text.length;
        else worst ??= segment;
        if (segment.exact) kept.set(`${segment.file}:${String(segment.start)}:${String(segment.end)}`, segment);
      }
      project.release(file);
    }
    expect(characters).toBeGreaterThan(sources === undefined ? 100 : 1_000_000);
  }, 600_000);

  it('hold the very text of the segment, where they are said to be exact', () => {
    const all = [...kept.values()];
    const step = Math.max(1, Math.floor(all.length / sampled));
    const chosen = all.filter((_, i) => i % step === 0).slice(0, sampled);
    const wrong = chosen.filter(({ text, file, start, end }) => sourceOf(file).slice(start, end) !== text);
    console.log(`provenance: ${String(chosen.length)} of ${String(all.length)} exact places compared, ${String(wrong.length)} wrong`);
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(chosen.length).toBe(Math.min(sampled, all.length));
    expect(chosen.length).toBeGreaterThan(10);
  });

  it('contain at least 99 % of the characters that come from a config', () => {
    console.log(
      `provenance: ${((100 * held) / characters).toFixed(3)} % of ${String(characters)} characters lie in a place that contains them`,
    );
    expect(held / characters, JSON.stringify(worst)).toBeGreaterThanOrEqual(0.99);
  });
});
