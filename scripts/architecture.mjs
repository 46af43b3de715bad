// Prints the rooms of server/src, what each imports, and the circles that are left; fails where a law of .dependency-cruiser.mjs is broken.
//   npm run architecture [-- --write | --check]     draws the picture of docs/architecture.md; says only what is broken
import { readFileSync, writeFileSync } from 'node:fs';
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

const page = 'docs/architecture.md';
const text = readFileSync(page, 'utf8');
const drawn = text.replace(/(<!-- rooms -->)[^]*(<!-- \/rooms -->)/, `$1\n\`\`\`mermaid\n${picture()}\n\`\`\`\n$2`);
if (process.argv.includes('--write')) writeFileSync(page, drawn);
else if (drawn !== text) {
  console.error(`${page} shows other rooms than there are: npm run architecture -- --write`);
  process.exitCode = 1;
}
if (!process.argv.includes('--write') && !process.argv.includes('--check')) printRooms();

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
function picture() {
  const name = (room) => room.replaceAll(/[/-]/g, '_');
  const follows = (from, to) => [...arrows.get(from).keys()].some((between) => between !== to && reaches(between, to));
  const within = rooms.toReversed().filter((room) => room.startsWith('engine/'));
  const boxes = (list) => list.map((room) => `    ${name(room)}["${room.replace('engine/', '')}"]`);
  const lines = [...arrows].flatMap(([room, targets]) => [...targets.keys()].filter((target) => !follows(room, target)).map((target) => `  ${name(room)} --> ${name(target)}`));
  const around = rooms.toReversed().filter((room) => !room.startsWith('engine/'));
  return ['flowchart TD', '  subgraph around [around the engine]', ...boxes(around), '  end', '  subgraph engine', ...boxes(within), '  end', ...lines.sort()].join('\n');
}

function reaches(from, to) {
  return from === to || [...arrows.get(from).keys()].some((between) => reaches(between, to));
}
