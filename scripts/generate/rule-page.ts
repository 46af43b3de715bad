import { frameworks, ownFrameworks } from '../../server/src/engine/frameworks/registry.js';
import type { Rule } from '../../server/src/engine/frameworks/face/rule.js';

const heading = '\n## Settings\n';

/** A page with its foot: what the rule says of itself, and how to silence it. Everything before is written by hand. */
export function withFoot(page: string, rule: Rule): string {
  const at = page.lastIndexOf(heading);
  const body = at < 0 ? `${page.trimEnd()}\n` : page.slice(0, at);
  return `${body}${heading}\n${foot(rule)}\n`;
}

function foot(rule: Rule): string {
  const { id, severity } = rule;
  return [
    '<!-- Written by `npm run generate`, from the rule itself. -->',
    '',
    '| Default severity | Frameworks | Quick fix |',
    '|---|---|---|',
    `| ${severity} | ${titlesOf(rule)} | ${fixOf(rule)} |`,
    '',
    `Set \`"promptPreflight.rules": {"${id}": "off"}\` to silence the rule, or another severity to change it. A comment \`# preflight: ignore[${id}]\``,
    `silences it for its line, or on a line of its own for the next one; \`# preflight: ignore-file[${id}]\` for the whole document.`,
  ].join('\n');
}

/** The frameworks whose configs a rule is about; of all of them the last one first, to which most configs belong. */
export function titlesOf({ frameworks: ids }: Rule): string {
  const about = ids === 'all' ? ownFrameworks.map(({ id }) => id).reverse() : ids;
  return about.map((one) => frameworks.find(({ id }) => id === one)!.title).join(', ');
}

/** Whether a rule has a quick fix, and what kind. */
export function fixOf({ fix }: Rule): string {
  return fix === 'either' ? 'safe or unsafe' : (fix ?? 'none');
}
