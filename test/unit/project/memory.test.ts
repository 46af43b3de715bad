import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ClassIndex } from '../../../server/src/engine/classes/class-index.js';
import { parseTemplate } from '../../../server/src/engine/jinja/index.js';
import { rowsOf } from '../../../server/src/engine/rows/load-rows.js';
import { firstRows, RowTable } from '../../../server/src/engine/rows/row-table.js';
import { openCompassFields } from '../../../server/src/engine/frameworks/opencompass/config/schemas.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { DictValue, StrValue } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { fixture } from '../../support/fixture.js';

// What a server that runs for days is asked: each question is a little different from the one before, as when someone types.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function megabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** What stays behind of the same work done over and over, in MB: what a first run fills is not counted. */
async function leftBehind(work: (round: number) => unknown): Promise<number> {
  await work(0);
  const before = megabytes();
  for (let round = 1; round <= 4; round++) await work(round);
  return megabytes() - before;
}

function canBeRead(template: string): boolean {
  try {
    parseTemplate(template);
    return true;
  } catch {
    return false;
  }
}

// An expectation in each round of such loops would take far longer than what it looks at.
describe('what is kept stays within bounds', () => {
  it('of templates: each as it was after each letter', async () => {
    const long = 'The answer to {{ question }} is {{ answer | trim }}.\n'.repeat(100);
    const work = (round: number): void => {
      for (let i = 0; i < 400; i++) parseTemplate(`${long}${String(round)} ${String(i)}`);
    };
    // As much as is kept may be held twice.
    expect(await leftBehind(work)).toBeLessThan(20);
  });

  it('of templates that cannot be read, without all that was at work in reading them', () => {
    const before = megabytes();
    let refused = 0;
    for (let i = 0; i < 3_000; i++) if (!canBeRead(`${'{{ question }} '.repeat(10)}${String(i)} {% if %}`)) refused++;
    expect(refused).toBe(3_000);
    const held = megabytes() - before;
    expect(held).toBeLessThan(4);
  });

  it('of names of classes that are not there', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `class Fish${String(i)}: pass\n`).join('');
    const index = new ClassIndex(new MemoryWorkspace({ '/ws/lake/__init__.py': names }, ['/ws']));
    const work = (round: number): void => {
      let found = 0;
      for (let i = 0; i < 20_000; i++) {
        if (index.find(`lake.Pike${String(round)}x${String(i)}`, '/ws/eval.py').kind !== 'missing') found++;
        index.find(`lake.deep${String(round)}x${String(i)}.Pike`, '/ws/eval.py');
        index.find(`sea${String(round)}x${String(i)}.Whale`, `/ws/${String(round)}/${String(i)}/eval.py`);
      }
      expect(found).toBe(0);
    };
    expect(await leftBehind(work)).toBeLessThan(8);
  });

  it('of the keys of classes that nobody knows', async () => {
    const work = (round: number): void => {
      let known = 0;
      for (let i = 0; i < 50_000; i++) if (openCompassFields.keys('prompt-template', `Template${String(round)}x${String(i)}`)) known++;
      expect(known).toBe(0);
    };
    expect(await leftBehind(work)).toBeLessThan(2);
  });

  it('of questions while rows are being read', async () => {
    const { project, workspace } = fixture('x = 1\n');
    workspace.readBytes = () => new Promise(() => undefined);
    rowsOf(project, ['/ws/rows.jsonl']);
    const work = (): void => {
      const { pending } = project.reads;
      let different = 0;
      for (let i = 0; i < 20_000; i++) if (project.reads.pending !== pending) different++;
      expect(different).toBe(0);
    };
    expect(await leftBehind(work)).toBeLessThan(1);
  });

  it('of rows that were looked at', async () => {
    const row = (index: number): DictValue => {
      const dict = new DictValue(nowhere);
      dict.set('question', new StrValue(TracedText.computed(`${String(index)} ${'why '.repeat(300)}`, nowhere), nowhere));
      return dict;
    };
    const read = (start: number, end: number): Promise<DictValue[]> =>
      Promise.resolve(Array.from({ length: end - start }, (_, i) => row(start + i)));
    const table = await RowTable.open(['/ws/rows.jsonl'], {
      columns: undefined,
      count: 1e6,
      complete: true,
      problems: [],
      read,
      measure: () => Promise.resolve(),
    });
    const work = async (round: number): Promise<void> => {
      let missing = 0;
      for (let i = 0; i < 5_000; i++) {
        const index = firstRows + round * 5_000 + i;
        await table.fetch(index);
        if (!table.row(index)) missing++;
      }
      expect(missing).toBe(0);
    };
    expect(await leftBehind(work)).toBeLessThan(4);
  });
});
