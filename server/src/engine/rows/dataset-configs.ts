import { say } from '../core/say.js';

/**
 * Which of the configurations of a dataset is meant; undefined where that is none, or not to be known.
 * @param names as folders are named: behind a name may stand a hash of what was loaded
 */
export function pickConfig(names: readonly string[], wanted: string | undefined): string | undefined {
  const called = (name: string): string | undefined => names.find((one) => one === name) ?? names.find((one) => isNamed(one, name));
  if (wanted !== undefined) return called(wanted);
  return called('default') ?? (names.length === 1 ? names[0] : undefined);
}

/** Whether a folder is of a configuration: behind its name stand a hash or the arguments that it was loaded with. */
function isNamed(folder: string, name: string): boolean {
  return folder.startsWith(`${name}-`) && /^-([0-9a-f]{16}|\w+=.*)$/.test(folder.slice(name.length));
}

/** Why there is no configuration. */
export function noConfig(path: string, name: string | undefined, names: readonly string[]): string {
  if (name === undefined)
    return say`The dataset ${path} has several configurations on this machine, and the task does not name one: ${listedNames(names)}.`;
  return say`The dataset ${path} has no configuration '${name}' on this machine; it has ${listedNames(names)}.`;
}

/** Names for a sentence, some of them where there are many. */
export function listedNames(names: readonly string[]): string {
  if (names.length === 0) return say`none`;
  const shown = names.slice(0, 10).map((name) => `'${name}'`);
  return names.length > shown.length ? say`${shown.join(', ')} and ${String(names.length - shown.length)} more` : shown.join(', ');
}
