// Puts the inputs of the corpus through the built server, the command line and `batch`: bundled by run.mjs. Fails where one takes more than it may.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Batch } from './batch.js';
import { commandNames, runCommands } from './commands.js';
import { kinds, shortRun } from './corpus.js';
import type { HostileInput } from './input.js';
import { HostileServer } from './server.js';
import { guards, limits, type Outcome } from './verdict.js';

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    part: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    by: { type: 'string', multiple: true, default: ['server', 'commands', 'batch'] },
    command: { type: 'string', multiple: true, default: [...commandNames] },
    json: { type: 'string' },
    deadline: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

if (options.deadline !== undefined) guards.seconds = Number(options.deadline);
const [shard = 1, shards = 1] = options.shard.split('/').map(Number);
const wanted = kinds
  .filter(({ kind }) => !options.kind || options.kind.includes(kind))
  .flatMap(({ inputs }) => inputs)
  .filter(({ name }) => (!options.only || options.only.includes(name)) && (options.part !== 'ci' || shortRun.has(name)))
  .filter((_input, i) => i % shards === shard - 1);
if (wanted.length === 0) throw new Error('no input has that name or is of that kind: a run of none would pass');

/** Runs each input by one who lives long: replaced where it has died, and where an input took too much, which is tried again alone. */
async function byOne<R extends { readonly alive: boolean; run(input: HostileInput): Promise<Outcome>; stop(): unknown }>(
  start: () => R | Promise<R>,
): Promise<void> {
  let one = await start();
  let [starts, fresh] = [1, true];
  const restart = async (): Promise<void> => {
    await one.stop();
    one = await start();
    starts++;
  };
  for (const input of wanted) {
    let outcome = await one.run(input);
    if (outcome.violations.length > 0 || !one.alive) {
      await restart();
      // What others left behind is not its fault.
      if (!fresh && outcome.violations.some(({ fault }) => fault === 'memory' || fault === 'crash')) {
        outcome = await one.run(input);
        if (outcome.violations.length > 0 || !one.alive) await restart();
      }
    }
    fresh = outcome.violations.length > 0;
    keep(outcome);
  }
  await one.stop();
  console.log(`${outcomes.at(-1)?.by ?? ''}: ${String(wanted.length)} inputs, ${String(starts)} processes`);
}

const outcomes: Outcome[] = [];

/** Shows an outcome, and writes all so far: a run may be ended early. */
function keep(outcome: Outcome): void {
  outcomes.push(outcome);
  show(outcome);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(outcomes, null, 1) + '\n');
}

function show({ input, by, dearest, cpu, megabytes, hover, violations }: Outcome): void {
  const figures = `${cpu.toFixed(2).padStart(6)} s, dearest ${dearest.cpu.toFixed(2)} s ${dearest.of}, ${megabytes.toFixed(0)} MB${hover ? `, hover ${hover.wall.toFixed(2)} s (at least ${hover.least.toFixed(2)})` : ''}`;
  console.log(`${violations.length > 0 ? '✖' : '✔'} ${by.padEnd(12)} ${input.padEnd(40)} ${figures}`);
  for (const { fault, of, detail } of violations) console.log(`    ${fault}: ${of}: ${detail.replace(/\s+/g, ' ')}`);
}

function summary(): void {
  const bad = outcomes.filter(({ violations }) => violations.length > 0);
  const worst = (of: (outcome: Outcome) => number): number => Math.max(0, ...outcomes.map(of));
  console.log(
    `\n${String(wanted.length)} inputs; ${String(new Set(bad.map(({ input }) => input)).size)} of them take more than they may or end wrong`,
  );
  console.log(
    `dearest answer ${worst(({ dearest }) => dearest.cpu).toFixed(2)} s of ${String(limits.cpuSeconds)}, most memory ${worst(({ megabytes }) => megabytes).toFixed(0)} MB of ${String(limits.megabytes)}, longest hover elsewhere ${worst(({ hover }) => hover?.wall ?? 0).toFixed(2)} s by the clock, ${worst(({ hover }) => hover?.least ?? 0).toFixed(2)} s at least, of ${String(limits.hoverSeconds)}`,
  );
  const unsettled = outcomes.filter(({ hover }) => hover && hover.wall > limits.hoverSeconds && hover.least <= limits.hoverSeconds);
  if (unsettled.length > 0)
    console.log(
      `UNSETTLED: with ${String(unsettled.length)} inputs the hover took longer by the clock, which this machine may be to blame for: run them where nothing else runs`,
    );
  const faults = new Map<string, number>();
  for (const { violations } of outcomes)
    for (const fault of new Set(violations.map((violation) => violation.fault))) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  for (const [fault, count] of faults) console.log(`  ${fault}: ${String(count)}`);
}

if (options.list) {
  for (const { kind, inputs } of kinds) console.log(`${kind}: ${String(inputs.length)}`);
  console.log(`${String(wanted.length)} inputs, ${String(shortRun.size)} in continuous integration`);
} else {
  if (options.by.includes('server')) await byOne(() => HostileServer.start());
  if (options.by.includes('batch')) await byOne(() => Batch.start());
  if (options.by.includes('commands')) for (const input of wanted) keep(await runCommands(input, options.command));
  summary();
  process.exitCode = outcomes.some(({ violations }) => violations.length > 0) ? 1 : 0;
}
// A socket or a pipe of the corpus may still be open.
process.exit();
