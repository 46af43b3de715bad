import { afterEach, expect, it, vi } from 'vitest';
import { Composer } from 'yaml';
import { fixture } from '../../support/fixture.js';

afterEach(() => void vi.restoreAllMocks());

it('a large task is read once, for its evaluation and for the index of the tasks around it', () => {
  const reads = vi.spyOn(Composer.prototype, 'compose');
  const { project, file } = fixture(
    `# file: lake.yaml\ntask: lake\ndataset_path: lake\noutput_type: generate_until\ndoc_to_text: a\ndoc_to_target: b\nmetadata:\n  note: ${'long '.repeat(25_000)}\n`,
  );
  expect(project.evaluate(file)?.ok).toBe(true);
  project.check(file);
  expect(reads).toHaveBeenCalledTimes(1);
});
