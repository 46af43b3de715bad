import { describe, expect, it } from 'vitest';
import { Beacon } from '../../../server/src/worker/beacon.js';

/** What a second thread would see. */
const seen = (beacon: Beacon) => new Beacon(beacon.memory).look();

describe('a beacon', () => {
  it('shows nothing before there is work and behind it', () => {
    const beacon = new Beacon();
    expect(seen(beacon)).toEqual({ turn: 0, work: undefined, place: undefined });
    beacon.during({ what: 'hover' }, () => undefined);
    expect(seen(beacon)).toEqual({ turn: 2, work: undefined, place: undefined });
  });

  it('shows the work, and the place that it has come to', () => {
    const beacon = new Beacon();
    beacon.during({ what: 'diagnostics', file: '/ws/湖.py', version: 7 }, () => {
      expect(seen(beacon)).toEqual({ turn: 1, work: { what: 'diagnostics', file: '/ws/湖.py', version: 7 }, place: undefined });
      beacon.at('/ws/base.py', 12);
      beacon.at('/ws/base.py', 40);
      expect(seen(beacon).place).toEqual({ file: '/ws/base.py', offset: 40 });
      beacon.at('/ws/rows.jsonl');
      expect(seen(beacon).place).toEqual({ file: '/ws/rows.jsonl', offset: undefined });
    });
    expect(beacon.during({ what: 'next' }, () => seen(beacon).place)).toBeUndefined();
  });

  it('shows what is read beside the work, until the next one', () => {
    const beacon = new Beacon();
    beacon.during({ what: 'preview', file: '/ws/a.py' }, () => beacon.at('/ws/a.py', 3));
    expect(seen(beacon).place).toBeUndefined();
    beacon.at('/ws/rows.jsonl');
    expect(seen(beacon)).toMatchObject({ work: undefined, place: { file: '/ws/rows.jsonl', offset: undefined } });
    beacon.during({ what: 'hover' }, () => undefined);
    expect(seen(beacon).place).toBeUndefined();
  });

  it('shows another turn when a part of long work is done', () => {
    const beacon = new Beacon();
    beacon.during({ what: 'check', file: '/ws/a.yaml' }, () => {
      const { turn } = seen(beacon);
      beacon.goesOn();
      expect(seen(beacon)).toMatchObject({ turn: turn + 1, work: { what: 'check', file: '/ws/a.yaml' } });
    });
  });

  it('belongs to the outer work, also where the inner one throws', () => {
    const beacon = new Beacon();
    beacon.during({ what: 'outer', file: '/a.py' }, () => {
      expect(() =>
        beacon.during({ what: 'inner', file: '/b.py' }, () => {
          throw new Error('no');
        }),
      ).toThrow('no');
      expect(seen(beacon).work).toMatchObject({ what: 'outer', file: '/a.py' });
    });
    expect(seen(beacon).work).toBeUndefined();
  });

  it('names no file rather than a wrong one', () => {
    const beacon = new Beacon();
    const shown = (file: string) => beacon.during({ what: 'check', file, version: 1 }, () => seen(beacon).work?.file);
    expect(shown('/ws/a\nb.py')).toBeUndefined();
    expect(shown(`/ws/${'long'.repeat(2000)}.py`)).toBeUndefined();
    expect(
      beacon.during({ what: 'check' }, () => {
        beacon.at(`/${'x'.repeat(5000)}`, 3);
        return seen(beacon).place;
      }),
    ).toBeUndefined();
  });
});
