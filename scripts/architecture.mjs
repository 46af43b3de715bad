// Prints the rooms of server/src, what each imports, and the circles that are left; fails where a law of .dependency-cruiser.mjs is broken.
//   npm run architecture [-- --mermaid | --check]     a picture for docs/architecture.md; only what is broken
import { cruise } from 'dependency-cruiser';
import config, { rooms } from '../.dependency-cruiser.mjs';

const source = 'server/src/';

/** The innermost room of a file; undefined for a file that is in none. */
function roomOf(file) {
  return rooms.filter((room) => file.startsWith(`${source}${room}/`)).sort((a, b) => b.length - a.length)[0];
}

const { options, forbidden } = config;
const { output } = await cruise(['server/src', 'client'], { ...options, validate: true, ruleSet: { forbidden } });

const files = new Map(rooms.map((room) => [room, 0]));
/** Room → room that it imports → how many imports lead there. */
const arrows = new Map(rooms.map((room) => [room, new Map()]));
const circles = new Set();
for (const module of output.modules) {
  const room = roomOf(module.source);
  if (!room) continue;
  files.set(room, files.get(room) + 1);
  for (const { resolved, circular, cycle } of module.dependencies) {
    const target = roomOf(resolved);
    if (target && target !== room) arrows.get(room).set(target, (arrows.get(room).get(target) ?? 0) + 1);
    if (circular) circles.add(cycle.map(({ name }) => name).sort().join(' '));
  }
}

if (process.argv.includes('--mermaid')) printMermaid();
else if (!process.argv.includes('--check')) printRooms();

const { violations } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} → ${to}. ${forbidden.find(({ name }) => name === rule.name)?.comment ?? ''}`);
if (violations.length > 0) process.exitCode = 1;

function printRooms() {
  console.log('Rooms, the highest first: files, and what each imports (how often)\n');
  for (const room of rooms.toReversed()) {
    const below = [...arrows.get(room)].sort((a, b) => rooms.indexOf(b[0]) - rooms.indexOf(a[0]));
    console.log(`${room.padEnd(32)} ${String(files.get(room)).padStart(3)}  ${below.map(([target, count]) => `${target.replace('engine/', '')} ${count}`).join(', ')}`);
  }
  const upwards = [...arrows].flatMap(([room, targets]) => [...targets.keys()].filter((target) => rooms.indexOf(target) > rooms.indexOf(room)).map((target) => `${room} → ${target}`));
  console.log(`\nArrows upwards: ${upwards.length === 0 ? 'none' : upwards.join(', ')}`);
  const cores = new Set([...circles].flatMap((circle) => circle.split(' ')).map(roomOf));
  console.log(`Files that import each other in a circle: only in ${[...cores].join(', ')}`);
}

/** One box a room; of the arrows only those that do not follow from others. */
function printMermaid() {
  const name = (room) => room.replaceAll(/[/-]/g, '_');
  const follows = (from, to) => [...arrows.get(from).keys()].some((between) => between !== to && reaches(between, to));
  console.log('flowchart TD');
  for (const room of rooms.toReversed()) console.log(`  ${name(room)}["${room.replace('engine/', '')}"]`);
  for (const [room, targets] of arrows) for (const target of targets.keys()) if (!follows(room, target)) console.log(`  ${name(room)} --> ${name(target)}`);
}

function reaches(from, to) {
  return from === to || [...arrows.get(from).keys()].some((between) => reaches(between, to));
}
