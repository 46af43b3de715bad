// The licences of the packages that are bundled: each asks to be passed on with its text.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const licenceFile = /^(licen[cs]e|copying|notice)(\.|$|-)/i;

/**
 * @param {import('esbuild').Metafile[]} metafiles esbuild's metafiles of the bundles
 * @param {string[]} others packages that are copied and not bundled
 * @returns one text: name, version and licence text of each package
 */
export function thirdPartyNotices(metafiles, others) {
  const inputs = metafiles.flatMap(({ inputs: files }) => Object.keys(files));
  const bundled = inputs
    .map((file) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
    .filter((folder) => folder !== undefined);
  const folders = [...new Set([...bundled, ...others.map((name) => `node_modules/${name}`)])].sort();
  const sections = new Map(folders.map((folder) => notice(folder)));
  return `Prompt Preflight contains these packages.\n\n${[...sections.values()].join('\n')}`;
}

/** @returns {[title: string, section: string]} */
function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const title = `${name} ${version} (${license})`;
  return [title, `${title}\n${'-'.repeat(title.length)}\n${texts.join('\n\n')}\n`];
}
