import { describe, expect, test } from 'vitest';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { DictValue, IntValue, type Value } from '../../../server/src/engine/core/value.js';
import { accessTo } from '../../../server/src/engine/frameworks/lm-eval/run/task-run.js';
import { harnessRelease } from '../../../server/src/engine/frameworks/lm-eval/releases/find-harness.js';
import { newestHarness } from '../../../server/src/engine/frameworks/lm-eval/releases/harness-release.js';
import { shotsOf, type Drawing } from '../../../server/src/engine/frameworks/lm-eval/draws/shot-draws.js';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { checkVisit, visitedDocuments } from '../../../server/src/engine/frameworks/lm-eval/draws/visited.js';

function row(n: number): DictValue {
  const doc = new DictValue(nowhere);
  doc.set('n', new IntValue(BigInt(n), nowhere));
  return doc;
}

const pool = Array.from({ length: 8 }, (_, n) => row(n));
const random: Drawing = {
  order: 'random',
  pool: accessTo(pool),
  wanted: 2,
  excludesRow: false,
  release: newestHarness,
  inOneTurn: false,
  seed: 1234n,
};
const firstN: Drawing = { ...random, order: 'first_n' };

function rows(drawing: Drawing, documents: readonly Value[]): number[] | string {
  const shots = shotsOf(drawing, accessTo(documents));
  return 'kind' in shots ? shots.reason : shots.map((shot) => shot.row);
}

describe('the shots of a run', () => {
  test('each document draws once, in the order of the documents', () => {
    // oxfmt-ignore
    expect([1, 2, 3].map((count) => rows(random, pool.slice(0, count)))).toEqual([[7, 0], [0, 7], [0, 5]]);
  });

  test('where the document is kept out, one more is drawn', () => {
    const excluding = { ...random, excludesRow: true };
    const others = [row(100), row(101), row(102)];
    expect([1, 2, 3].map((count) => rows(excluding, others.slice(0, count)))).toEqual([
      [7, 0],
      [1, 6],
      [0, 5],
    ]);
    expect(rows(excluding, [row(0)])).toEqual([7, 6]);
  });

  test('until 0.4.9.2 a shot that is the document is dropped, and none takes its place', () => {
    const old = { ...random, release: harnessRelease('0.4.9.2') };
    expect(rows(old, [row(7)])).toEqual([0]);
    expect(rows({ ...old, excludesRow: true }, [row(7)])).toEqual([0, 6]);
    expect(rows({ ...old, order: 'first_n' }, [row(0)])).toEqual([1]);
  });

  test('until 0.4.9.2 they are drawn twice in one turn of a chat', () => {
    const old = { ...random, release: harnessRelease('0.4.9.2'), inOneTurn: true };
    expect(rows(old, [row(100)])).toEqual(rows(random, [row(100), row(101)]));
  });

  test('0.4.13 draws again where too few are left', () => {
    const alike = {
      ...random,
      pool: accessTo([row(1), row(1), row(1), row(2), row(3)]),
      excludesRow: true,
      release: harnessRelease('0.4.13'),
    };
    expect([...rows(alike, [row(1)])].sort()).toEqual([3, 4]);
  });

  test('the first ones, but for the document itself', () => {
    expect(rows(firstN, [row(0)])).toEqual([0, 1]);
    expect(rows({ ...firstN, excludesRow: true }, [row(0)])).toEqual([1, 2]);
  });

  test.each([
    [{ ...firstN, wanted: 9 }, 'AssertionError'],
    [{ ...random, wanted: 9 }, 'ValueError'],
    [{ ...random, wanted: 8, excludesRow: true }, 'ValueError'],
    [{ ...random, pool: accessTo([]) }, 'AssertionError'],
    [{ ...random, pool: accessTo([row(1), row(1), row(1)]), excludesRow: true }, 'AssertionError'],
  ] as [Drawing, string][])('what cannot be drawn raises', (drawing, type) => {
    expect(() => shotsOf(drawing, accessTo([row(1)]))).toThrow(expect.objectContaining({ type }));
  });

  test('without a seed they are not known', () => {
    expect(rows({ ...random, seed: undefined }, [row(0)])).toMatch(/^The shots are drawn anew/);
  });
});

describe('the documents that a run visits', () => {
  test.each([
    [{}, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    [{ limit: 2 }, [0, 1], [0, 1]],
    [{ limit: 0.3 }, [0, 1], [0, 1]],
    [{ limit: 0 }, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    [{ samples: [4, 1] }, [1, 4], [0, 1]],
    [{ rank: 1, worldSize: 2 }, [1, 3], [1, 3]],
    [{ rank: 1, worldSize: 2, limit: 3 }, [1], [1]],
  ])('%o', (visit, expected, ids) => {
    const visited = visitedDocuments(5, visit);
    expect(visited.map((each) => each.row)).toEqual(expected);
    expect(visited.map((each) => each.id)).toEqual(ids);
  });

  test('keep their numbers in 0.5.0.dev1', () => {
    const { samplesKeepNumbers } = harnessRelease('0.5.0.dev1');
    expect(visitedDocuments(5, { samples: [4, 1] }, samplesKeepNumbers).map(({ id }) => id)).toEqual([1, 4]);
    expect(harnessRelease('0.4.13').samplesKeepNumbers).toBe(false);
  });

  // Asked of lm_eval 0.4.13 itself.
  test.each([
    [{ limit: 1 }, undefined],
    [{ limit: 0.01 }, undefined],
    [{ limit: 0 }, 'ValueError: task.build_requests() did not find any docs!'],
    [{ limit: -1 }, 'ValueError: Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.'],
    [
      { samples: [5] },
      'AssertionError: Elements of --samples should be in the interval [0,k-1] where k is the number of total examples. In this case, k=5.',
    ],
  ])('may be none, which raises: %o', (visit, expected) => {
    const raised = (): string | undefined => {
      try {
        checkVisit(5, visit);
        return undefined;
      } catch (error) {
        return error instanceof PyError ? `${error.type}: ${error.text}` : String(error);
      }
    };
    expect(raised()).toBe(expected);
  });
});
