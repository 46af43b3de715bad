import type { FileId } from '../../server/src/engine/core/span.js';
import type { Project } from '../../server/src/engine/project/project.js';

/** So many pairs of each are rendered. */
const mostPairs = 4;

/** The prompts of a config's first pairs, as text; empty where it is no config. */
export function promptsOf(project: Project, file: FileId): string {
  const loaded = project.load(file);
  if (!loaded) return '';
  const targets = loaded.framework.targets(loaded.config, project);
  const step = Math.max(1, Math.floor(targets.length / mostPairs));
  const shown = targets
    .filter((_, i) => i % step === 0)
    .map((target) => {
      const prompt = loaded.framework.render(target);
      const { mode, labels, output, error, unknowns } = prompt;
      const sent = output?.kind === 'messages' ? output.messages.map(({ role, text }) => [role, text.text]) : output?.text.text;
      return [target.dataset.abbr, target.model?.abbr, mode, labels, sent, error?.error, unknowns];
    });
  return JSON.stringify(shown);
}

/** Where two texts begin to differ. */
export function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return `…${a.slice(Math.max(0, at - 60), at + 60)}… became …${b.slice(Math.max(0, at - 60), at + 60)}…`;
}
