/** Where the page of a rule is read in a browser. */
export function ruleHref(rule: string): string {
  return `https://github.com/prompt-preflight/prompt-preflight/blob/main/docs/rules/${rule}.md`;
}
