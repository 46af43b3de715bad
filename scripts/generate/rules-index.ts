import type { Rule } from '../../server/src/engine/frameworks/face/rule.js';
import { fixOf, titlesOf } from './rule-page.js';

/** docs/rules/README.md: all rules, by the frameworks whose configs they check. */
export function rulesIndex(rules: readonly Rule[]): string {
  const titles = new Set(rules.map(titlesOf));
  return `<!-- Written by \`npm run generate\`, from the rules themselves. -->
# Rules

${String(rules.length)} rules. Each has a page with what it reports, why, examples, and how to silence it. A safe quick fix cannot change what a working config does; for an unsafe one,
the page says what changes.
${[...titles]
  .map((title) =>
    section(
      title,
      rules.filter((rule) => titlesOf(rule) === title),
    ),
  )
  .join('')}`;
}

function section(title: string, rules: readonly Rule[]): string {
  const rows = rules.map(
    (rule) => `| [${rule.id}](${rule.id}.md) | ${rule.title.replaceAll('|', '\\|')} | ${rule.severity} | ${fixOf(rule)} |`,
  );
  return `
## ${title}

| Rule | What it reports | Default severity | Quick fix |
|---|---|---|---|
${rows.join('\n')}
`;
}
