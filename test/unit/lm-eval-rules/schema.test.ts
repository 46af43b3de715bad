import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json';
import schema from '../../../schemas/lm-eval-task.json';
import { loaderKeys } from '../../../server/src/engine/frameworks/lm-eval/prompt/task-config.js';
import { newestHarness } from '../../../server/src/engine/frameworks/lm-eval/releases/harness-release.js';

/** Every `$ref` of a schema. */
function* refs(part: unknown): Iterable<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === '$ref' && typeof value === 'string') yield value;
    else yield* refs(value);
  }
}

describe('the schema of tasks', () => {
  it('stands for itself', () => {
    const found = [...refs(schema)];
    expect(found.length).toBeGreaterThan(5);
    for (const ref of found) expect(Object.keys(schema.definitions).map((name) => `#/definitions/${name}`)).toContain(ref);
  });

  it('is published for other editors', () => {
    expect(manifest.contributes.yamlValidation.map(({ url }) => url)).toEqual(['./schemas/lm-eval-task.json']);
  });

  it('has the fields that the harness takes, and no others', () => {
    const { task, 'fewshot-config': fewshot } = schema.definitions;
    expect(Object.keys(task.properties).sort()).toEqual([...newestHarness.taskFields, ...loaderKeys, 'class'].sort());
    expect(Object.keys(fewshot.properties).sort()).toEqual([...(newestHarness.fewshotFields ?? [])].sort());
  });
});
