import type { Lack, Shown } from '../../../server/src/protocol/page.js';
import type { Preview, PreviewAnswer } from '../../../server/src/protocol/preview.js';

/** How much is kept of documents that are not in sight: so many, and so many characters of them as JSON. */
const most = { documents: 20, characters: 16_000_000 } as const;

/**
 * The last good prompt of each document that a panel showed. It stays in sight while the document is broken or emptied, or the server gone. Kept
 * here and not in the server, since what is lost with the server is wanted when the server is lost.
 */
export class LastPrompts {
  private newest: Preview | undefined;
  /** Those of other documents, the latest last; measured when another comes into sight, and not on each keystroke. */
  private readonly others = new Map<string, { readonly preview: Preview; readonly characters: number }>();

  /** @returns what to show after an answer */
  answered(answer: PreviewAnswer): Shown {
    if (answer.kind !== 'preview') return this.instead(answer);
    this.keep(answer.preview);
    return answer;
  }

  /** @returns what to show of a document that has no prompt now: its own last good one, never that of another */
  instead({ kind, uri, reason, link }: Lack): Shown {
    const last = uri === this.newest?.uri ? this.newest : this.others.get(uri)?.preview;
    return { kind, uri, reason, ...(link && { link }), ...(last && { last }) };
  }

  /** Remembers a good prompt in place of the one before of its document. */
  keep(preview: Preview): void {
    this.others.delete(preview.uri);
    if (this.newest && this.newest.uri !== preview.uri)
      this.others.set(this.newest.uri, { preview: this.newest, characters: JSON.stringify(this.newest).length });
    this.newest = preview;
    this.forgetOldest();
  }

  private forgetOldest(): void {
    let characters = [...this.others.values()].reduce((sum, other) => sum + other.characters, 0);
    for (const [uri, other] of this.others) {
      if (this.others.size <= most.documents && characters <= most.characters) return;
      this.others.delete(uri);
      characters -= other.characters;
    }
  }
}
