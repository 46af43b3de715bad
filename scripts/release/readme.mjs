// README.md and CHANGELOG.md as VS Code's Extensions view and the marketplace show them: Markdown without HTML, whose links lead somewhere, whose pictures are there.
import MarkdownIt from 'markdown-it';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root
 * @param {string} name of the file
 * @param {string | undefined} unpacked the folder of a package, in which the same text stands as it is shown
 * @returns {import('../release-check.mjs').Outcome}
 */
export function readmeProblems(root, name, unpacked) {
  const { links, pictures, problems } = linksOf(readFileSync(path.join(root, name), 'utf8'));
  for (const target of [...links, ...pictures]) problems.push(...targetProblems(root, target));
  for (const picture of pictures) {
    if (/^http:/.test(picture)) problems.push(`The picture ${picture} is not fetched by https.`);
    if (/\.svg$/i.test(picture)) problems.push(`The marketplace takes no SVG: ${picture}.`);
  }
  if (unpacked !== undefined) problems.push(...packagedProblems(path.join(unpacked, name.toLowerCase())));
  return { problems, said: `${String(links.length)} links, ${String(pictures.length)} pictures` };
}

/** @param {string} text */
function linksOf(text) {
  /** @type {string[]} */
  const links = [];
  /** @type {string[]} */
  const pictures = [];
  /** @type {string[]} */
  const problems = [];
  const tokens = new MarkdownIt({ html: true }).parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  for (const token of tokens) {
    if (token.type === 'link_open') links.push(String(token.attrGet('href')));
    if (token.type === 'image') {
      pictures.push(String(token.attrGet('src')));
      if (token.content.trim() === '')
        problems.push(`The picture ${String(token.attrGet('src'))} has no text for those who cannot see it.`);
    }
    // A part of it is stripped where it is shown, and nobody sees which.
    if (token.type.startsWith('html_')) problems.push(`HTML may be stripped: ${token.content.trim().slice(0, 60)}`);
  }
  return { links, pictures, problems };
}

/**
 * @param {string} root
 * @param {string} target
 * @returns {string[]}
 */
function targetProblems(root, target) {
  if (/^(https?|mailto):/.test(target)) return [];
  const [file = '', anchor] = decodeURI(target).split('#');
  const found = path.join(root, file);
  if (file !== '' && !existsSync(found)) return [`${target} leads nowhere.`];
  if (anchor === undefined || !(file === '' || file.endsWith('.md'))) return [];
  const headings = readFileSync(file === '' ? path.join(root, 'README.md') : found, 'utf8').matchAll(/^#+ (.*)$/gm);
  const anchors = [...headings].map(([, heading = '']) => slug(heading));
  return anchors.includes(anchor) ? [] : [`${target} has no such heading.`];
}

/**
 * As GitHub makes it.
 * @param {string} heading
 */
function slug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * In the package every target is an address.
 * @param {string} file
 * @returns {string[]}
 */
function packagedProblems(file) {
  const { links, pictures } = linksOf(readFileSync(file, 'utf8'));
  return [...links, ...pictures].filter((target) => !/^(https:|#)/.test(target)).map((target) => `${target} is no address in the package.`);
}
