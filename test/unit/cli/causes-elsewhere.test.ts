import { expect, it } from 'vitest';
import { CausesElsewhere } from '../../../server/src/cli/check/causes-elsewhere.js';
import type { FileId } from '../../../server/src/engine/core/span.js';
import { fixture } from '../../support/fixture.js';

const tasks = `# file: tasks/b.yaml
$0include: a.yaml
task: b
# file: tasks/a.yaml
task: a
dataset_path: json
output_type: generate_until
test_split: test
doc_to_text: q
doc_to_target: a
generation_kwargs:
  until: ['']
`;

/** What of the findings of a task is told of the one that it includes. */
function told(files: Promise<readonly FileId[]>): Promise<readonly string[]> {
  const { project, file } = fixture(tasks);
  const causes = new CausesElsewhere(project, { print: () => '', baseline: undefined, files, isGiven: () => true });
  return causes.of(project.check(file)).then((caused) => caused.map(({ key }) => (JSON.parse(key) as string[])[0]!));
}

it('tells of an included file what its own check does not tell', async () => {
  expect(await told(Promise.resolve(['/ws/tasks/b.yaml']))).toContain('until-empty');
  expect(await told(Promise.resolve(['/ws/tasks/b.yaml', '/ws/tasks/a.yaml']))).toEqual([]);
});

it('waits until it is known which files are checked themselves', async () => {
  let tell!: (files: readonly FileId[]) => void;
  const answer = told(new Promise((resolve) => (tell = resolve)));
  const early = await Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve('waits'), 20))]);
  expect(early).toBe('waits');
  tell(['/ws/tasks/b.yaml', '/ws/tasks/a.yaml']);
  expect(await answer).toEqual([]);
});
