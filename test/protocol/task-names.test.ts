import { afterEach, describe, expect, it } from 'vitest';
import { Client, until } from './client.js';

let client: Client;
afterEach(() => client.stop());

/** More tasks than the server reads at once. */
const manyTasks = Object.fromEntries(
  Array.from({ length: 400 }, (_, i) => [
    `lm_eval/tasks/many/task_${i}.yaml`,
    `task: task_${i}\ndataset_path: json\ntest_split: test\ndoc_to_text: "Question ${i}"\ndoc_to_target: "b"\n`,
  ]),
);
const group = 'lm_eval/tasks/many/_many.yaml';
const groupText = 'group: many\ntask:\n  - task_3\n  - task_3999\n';

describe('A group among very many tasks', () => {
  it('is answered before all names are read, and checked again then', async () => {
    client = await Client.start({ files: { ...manyTasks, [group]: groupText } });
    await client.openText(group, groupText, 'yaml');
    expect(await client.rules(group)).not.toContain('group-member-unknown');
    await until('the diagnostics are to be asked again', () => client.refreshes > 0);
    expect(await client.rules(group)).toContain('group-member-unknown');
  });

  it('leads to its members, however early it is asked', async () => {
    client = await Client.start({ files: { ...manyTasks, [group]: groupText } });
    await client.openText(group, groupText, 'yaml');
    const position = client.position(group, 'task_3');
    const found = await client.connection.sendRequest('textDocument/definition', { textDocument: { uri: client.uri(group) }, position });
    expect(found).toEqual([expect.objectContaining({ targetUri: client.uri('lm_eval/tasks/many/task_3.yaml') })]);
  });

  it('has a preview as soon as the names are known', async () => {
    client = await Client.start({ files: { ...manyTasks, [group]: groupText } });
    await client.openText(group, groupText, 'yaml');
    const answer = await client.preview(group);
    expect(JSON.stringify(answer)).toContain('Question 3');
  });
});
