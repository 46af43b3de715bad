import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import type { Project } from '../engine/project/project.js';
import type { FileId } from '../engine/core/span.js';
import type { Work } from './beacon.js';
import { beacon } from './own-beacon.js';

/**
 * So long, in milliseconds of the processor, the parts of a check are pieces of work of their own: in the server less, where the watchdog grants a piece more. What
 * takes longer in all is seen as one piece, so that the watchdog ends it when an answer has taken about two seconds.
 */
const patience = { server: 700, command: 800 };

/** Parts that take so long together, in milliseconds by the clock, are one piece: it is less than any patience on 32 processors, and asking what was spent takes longer than most parts do. */
const atOnce = 20;
/** For so long, in milliseconds by the clock, what was spent is taken to grow as the clock does: thousands of small files begin within a second or two. */
const trusted = 50;

/** Of the whole process: a busy machine ends nothing. A browser has only the clock. */
function spent(): number {
  if (typeof process === 'undefined') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What was spent, within some milliseconds, without asking each time. */
class RoughlySpent {
  private clock = -Infinity;
  private spent = 0;

  now(): number {
    const clock = performance.now();
    if (clock - this.clock < trusted) return this.spent + clock - this.clock;
    this.clock = clock;
    return (this.spent = spent());
  }
}

const roughly = new RoughlySpent();

/**
 * A check of a document in parts, each that takes longer a piece of work of its own: of a config of ten thousand datasets all rules together take longer than one piece may.
 * @returns does one part; whether no part is left, so that `check` has the answer at hand
 */
export function checkSteps(project: Project, work: Work & { readonly file: FileId }, use: keyof typeof patience): () => boolean {
  // What is done between the parts does not count.
  let taken = 0;
  return () =>
    beacon.during(work, () => {
      const start = roughly.now();
      const begun = performance.now();
      while (!project.checkPart(work.file)) {
        if (performance.now() - begun < atOnce) continue;
        const soFar = taken + spent() - start;
        if (soFar >= patience[use]) continue;
        taken = soFar;
        return false;
      }
      return true;
    });
}

/** What is wrong with a document, found in such parts one after the other: for a command, or a check of the workspace. */
export function checkInParts(project: Project, work: Work & { readonly file: FileId }): readonly Diagnostic[] {
  const step = checkSteps(project, work, 'command');
  for (let over = false; !over; over = step());
  return beacon.during(work, () => project.check(work.file));
}
