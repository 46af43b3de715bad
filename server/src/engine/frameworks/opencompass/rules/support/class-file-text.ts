import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';

/** The source in which a class is defined; undefined where it is out of reach: then what the release of our tables does is what is known. */
export function classFileText({ surroundings: { workspace } }: CheckContext, { file }: Pick<ClassFacts, 'file'>): string | undefined {
  const read = file === undefined ? undefined : workspace.read(file);
  return read?.kind === 'text' ? read.text : undefined;
}
