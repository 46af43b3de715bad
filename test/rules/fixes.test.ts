import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../../server/src/engine/frameworks/registry.js';
import type { Diagnostic } from '../../server/src/engine/frameworks/face/rule.js';
import { afterFixes, findingsIn, folder, projectWith } from './example-project.js';
import { readPage, type Example } from './page.js';

// Of every quick fix that an example of a rule's page is offered: the finding is gone, nothing new is wrong in its file (what a config that
// imports it has models for is not known there), and every file loads that loaded before.

const withFixes = rules.flatMap(({ id }) => {
  const bad = readPage(readFileSync(`docs/rules/${id}.md`, 'utf8')).filter(({ kind }) => kind === 'bad');
  const offering = bad.filter(({ files }) => findingsIn(files).some(({ fixes }) => fixes.length > 0));
  return offering.length > 0 ? [{ id, offering }] : [];
});

describe('every quick fix on the page of', () => {
  it.each(withFixes)('$id leaves what is clean of its finding, and loads', ({ offering }) => {
    expect(offering.flatMap(({ files, line }) => faultsOf(files).map((fault) => `line ${String(line)}: ${fault}`))).toEqual([]);
  });

  it.each(withFixes)('$id leaves the line breaks of Windows as they are', ({ offering }) => {
    const texts = offering.flatMap(({ files }) => {
      const found = findingsIn(new Map([...files].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')])));
      return found.flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits.map(({ newText }) => newText)));
    });
    expect(texts.filter((text) => /(?<!\r)\n/.test(text))).toEqual([]);
  });
});

function faultsOf(files: Example['files']): string[] {
  const before = findingsIn(files);
  const broken = brokenIn(files);
  return before.flatMap((finding) =>
    finding.fixes.flatMap((fix) => {
      const fixed = afterFixes(files, [fix]);
      const after = findingsIn(fixed);
      const left = countOf(after, finding) >= countOf(before, finding) ? [`${finding.rule} is still there`] : [];
      const added = after.filter(
        (one) => one.span.file === finding.span.file && isFault(one) && countOf(after, one) > countOf(before, one),
      );
      const now = [...brokenIn(fixed)].filter((name) => !broken.has(name) && files.has(name));
      return [...left, ...added.map(({ rule, message }) => `adds ${rule}: ${message}`), ...now.map((name) => `${name} does not load`)].map(
        (fault) => `${finding.rule}, ${fix.title}: ${fault}`,
      );
    }),
  );
}

/** What one rule says in the same words of one file. */
function countOf(found: readonly Diagnostic[], { rule, message, span }: Diagnostic): number {
  return found.filter((one) => one.rule === rule && one.message === message && one.span.file === span.file).length;
}

function isFault({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning';
}

function brokenIn(files: Example['files']): Set<string> {
  const project = projectWith(files);
  return new Set([...files.keys()].filter((name) => project.evaluate(folder + name)?.ok === false));
}
