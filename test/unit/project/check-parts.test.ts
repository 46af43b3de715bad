import { expect, it } from 'vitest';
import { checkInParts, checkSteps } from '../../../server/src/worker/check-steps.js';
import { beacon } from '../../../server/src/worker/own-beacon.js';
import { datasetConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

const few = datasetConfig.replace('infer_cfg = dict(', 'infer_cfg = dict(inferencr=1, ').replace("'question'", "'qestion'");
const many = `${few}demo_datasets = [dict(demo_datasets[0], abbr=f'demo-{i}') for i in range(500)]\n`;

it('the parts of a check find what the check finds at once, in several pieces of work', () => {
  // Each of some rules takes longer than what is done at once.
  let slow = 3;
  const slowFirst = (_rule: string, run: () => void): void => {
    if (slow-- > 0) spin(25);
    run();
  };
  const { project, file } = fixture(many, {}, { aroundRule: slowFirst });
  const whole = fixture(many).project.check(file);
  expect(whole.length).toBeGreaterThan(1);
  const before = beacon.look().turn;
  expect(checkInParts(project, { what: 'check', file })).toEqual(whole);
  // A beginning and an end of each piece.
  expect(beacon.look().turn - before).toBeGreaterThan(2 * 2);
  expect(project.checkPart(file)).toBe(true);
});

it('a check that takes too much stays one piece of work, which can be ended, though its first part alone takes it', () => {
  let spent = false;
  const slowFirst = (_rule: string, run: () => void): void => {
    const { user } = process.cpuUsage();
    while (!spent && process.cpuUsage().user - user < 800_000) spin(5);
    spent = true;
    run();
  };
  const { project, file } = fixture(many, {}, { aroundRule: slowFirst });
  // What comes before the first rule is a part of its own.
  project.checkPart(file);
  expect(checkSteps(project, { what: 'check', file }, 'server')()).toBe(true);
});

it('the check of a config of few datasets is one part: one that is long by a single prompt is too much', () => {
  const { project, file } = fixture(few);
  expect(project.checkPart(file)).toBe(true);
  expect(project.isChecked(file)).toBe(true);
  expect(project.check(file)).toEqual(fixture(few).project.check(file));
});

it('a check that has begun goes on where all of it is asked for, and begins anew where the text changes', () => {
  const { project, file } = fixture(many);
  for (let part = 0; part < 10; part++) expect(project.checkPart(file)).toBe(false);
  expect(project.isChecked(file)).toBe(false);
  expect(project.check(file)).toEqual(fixture(many).project.check(file));
  expect(project.isChecked(file)).toBe(true);
  project.update(file, many, 2, 'python');
  project.checkPart(file);
  project.update(file, datasetConfig, 3, 'python');
  while (!project.checkPart(file));
  expect(project.check(file)).toEqual([]);
});

it('what a part throws is thrown again by who asks for all', () => {
  const fail = (): void => {
    throw new Error('a fault of our own');
  };
  const { project, file } = fixture(datasetConfig, {}, { aroundRule: fail });
  const parts = (): void => {
    while (!project.checkPart(file));
  };
  expect(parts).toThrow('a fault of our own');
  expect(() => project.check(file)).toThrow('a fault of our own');
  expect(project.isChecked(file)).toBe(false);
});

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
