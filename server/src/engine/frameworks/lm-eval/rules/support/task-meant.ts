import { nearest } from '../../../../checks/support/nearest.js';
import { isNameSlip } from '../../../../checks/support/slip.js';
import type { TaskIndex } from '../../load/task-index.js';

/**
 * The task, group or tag that a name probably means which there is not.
 * @param complete whether all names are known; where the harness's own are not, only a slip of the fingers counts
 */
export function taskMeant(name: string, index: TaskIndex, complete: boolean): string | undefined {
  const alike = likeIt(index, name);
  return complete
    ? nearest(
        name,
        alike.filter((other) => mayBeMeant(name, other)),
      )
    : alike.find((other) => isNameSlip(name, other, 'none'));
}

/** Of many thousand names only those that start alike are worth a look. */
function likeIt(index: TaskIndex, name: string): string[] {
  return [...index.entries.keys()].filter(
    (candidate) => candidate[0] === name[0] && Math.abs(candidate.length - name.length) <= name.length / 3,
  );
}

/** Names of tasks begin with that of their benchmark, so that all of one are near each other: word by word they are not (`quiz_math`, `quiz_drop`; `quiz_v1`, `quiz_v2`). */
function mayBeMeant(name: string, other: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  if (numbersOf(name) !== numbersOf(other)) return false;
  return words.length !== others.length || words.every((word, i) => word === others[i] || isSlipOfWord(word, others[i]!));
}

/** Short words are most often languages and levels of their own, of which only swapped letters say enough. */
function isSlipOfWord(word: string, other: string): boolean {
  if (Math.min(word.length, other.length) > 3) return nearest(word, [other]) !== undefined;
  return word.length > 2 && [...word].sort().join('') === [...other].sort().join('');
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[_-]/);
}

function numbersOf(name: string): string {
  return name.match(/\d+/g)?.join(' ') ?? '';
}
