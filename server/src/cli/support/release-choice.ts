import { frameworks, ownFrameworks } from '../../engine/frameworks/registry.js';
import { CommandError } from './command.js';

/**
 * The setting that a version on the command line stands for: it is of the frameworks that have a release of that name, else of those that it is a version of.
 * @throws CommandError for what is none
 */
export function releaseChoice(version: string): Record<string, string> {
  const exact = ownFrameworks.filter(({ releases }) => releases?.known.includes(version));
  const chosen = (exact.length > 0 ? exact : ownFrameworks).flatMap(({ id, releases }) => {
    const name = releases?.named(version);
    return name === undefined ? [] : [[id, name] as const];
  });
  if (chosen.length === 0) throw new CommandError(`--release ${version}: no release of that name is known. ${everyRelease()}`);
  return Object.fromEntries(chosen);
}

/** The releases of a framework, the oldest first. */
export function knownReleases(framework: string): readonly string[] {
  return frameworks.find(({ id }) => id === framework)?.releases?.known ?? [];
}

function everyRelease(): string {
  return ownFrameworks.flatMap(({ title, releases }) => (releases ? `${title}: ${releases.known.join(', ')}.` : [])).join(' ');
}
