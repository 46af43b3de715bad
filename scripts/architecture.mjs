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

const { options, forbidden = [] } = config;
const result = await cruise(['server/src', 'client'], { ...options, validate: true, ruleSet: { forbidden } });
const { modules, summary } = /** @type {import('dependency-cruiser').ICruiseResult} */ (result.output);

/** @type {Record<string, { files: number, arrows: Map<string, number> }>} `arrows`: how many imports lead to another room */
const found = Object.fromEntries(rooms.map((room) => [room, { files: 0, arrows: new Map() }]));
const circles = new Set();
for (const module of modules) {
  const room = roomOf(module.source);
  if (!room) continue;
  const { arrows } = found[room];
  found[room].files++;
  for (const { resolved, circular, cycle } of module.dependencies) {
    const target = roomOf(resolved);
    if (target && target !== room) arrows.set(target, (arrows.get(target) ?? 0) + 1);
    if (circular && cycle)
      circles.add(
        cycle
          .map(({ name }) => name)
          .sort()
          .join(' '),
      );
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

const { violations } = summary;
for (const { rule, from, to } of violations)
  console.error(`${rule.name}: ${from} → ${to}. ${forbidden.find(({ name }) => name === rule.name)?.comment ?? ''}`);
if (violations.length > 0) process.exitCode = 1;

function printRooms() {
  console.log('Rooms, the highest first: files, and what each imports (how often)\n');
  for (const room of rooms.toReversed()) {
    const below = [...found[room].arrows].sort((a, b) => rooms.indexOf(b[0]) - rooms.indexOf(a[0]));
    console.log(
      `${room.padEnd(32)} ${String(found[room].files).padStart(3)}  ${below.map(([target, count]) => `${target.replace('engine/', '')} ${count}`).join(', ')}`,
    );
  }
  const upwards = rooms.flatMap((room) =>
    [...found[room].arrows.keys()].filter((target) => rooms.indexOf(target) > rooms.indexOf(room)).map((target) => `${room} → ${target}`),
  );
  console.log(`\nArrows upwards: ${upwards.length === 0 ? 'none' : upwards.join(', ')}`);
  const cores = new Set([...circles].flatMap((circle) => circle.split(' ')).map(roomOf));
  console.log(`Files that import each other in a circle: only in ${[...cores].join(', ')}`);
}

/** One box a room; of the arrows only those that do not follow from others. */
function picture() {
  const name = (room) => room.replaceAll(/[/-]/g, '_');
  const follows = (from, to) => [...found[from].arrows.keys()].some((between) => between !== to && reaches(between, to));
  const within = rooms.toReversed().filter((room) => room.startsWith('engine/'));
  const boxes = (list) => list.map((room) => `    ${name(room)}["${room.replace('engine/', '')}"]`);
  const lines = rooms.flatMap((room) =>
    [...found[room].arrows.keys()].filter((target) => !follows(room, target)).map((target) => `  ${name(room)} --> ${name(target)}`),
  );
  const around = rooms.toReversed().filter((room) => !room.startsWith('engine/'));
  return [
    'flowchart TD',
    '  subgraph around [around the engine]',
    ...boxes(around),
    '  end',
    '  subgraph engine',
    ...boxes(within),
    '  end',
    ...lines.sort(),
  ].join('\n');
}

function reaches(from, to) {
  return from === to || [...found[from].arrows.keys()].some((between) => reaches(between, to));
}
