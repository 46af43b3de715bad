import type { FileId } from '../engine/core/span.js';
import { wait } from './turns.js';

/** So long, in milliseconds, the diagnostics of a text wait for its preview to be asked for: it is one or two milliseconds behind. */
const patience = 50;

/** So long, in milliseconds, all that is behind a prompt lets it get to its page: where there are few processors, what the client does with it would have to wait for this. */
export const headStart = 30;

/** While a preview follows a document, the prompt of each new text is made before its diagnostics: it is what one looks at while one types. */
export class PromptsFirst {
  /** The version of each document that is followed which was previewed last. */
  private readonly followed = new Map<FileId, number>();
  private readonly waiting = new Map<FileId, Set<() => void>>();

  /** A client that keeps its previews was answered. */
  previewed(file: FileId, version: number): void {
    this.followed.set(file, version);
    const waiting = this.waiting.get(file) ?? [];
    this.waiting.delete(file);
    for (const go of waiting) go();
  }

  /** Settled when the diagnostics of a version may be made. */
  async before(file: FileId, version: number): Promise<void> {
    const last = this.followed.get(file);
    if (last === undefined || last >= version) return;
    if (await this.isPreviewed(file)) return wait(headStart);
    // Nobody follows it any more.
    this.followed.delete(file);
  }

  /** False where it is not in time. */
  private isPreviewed(file: FileId): Promise<boolean> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.get(file)?.delete(go);
        resolve(false);
      }, patience);
      const waiting = this.waiting.get(file) ?? new Set();
      this.waiting.set(file, waiting.add(go));
    });
  }
}
