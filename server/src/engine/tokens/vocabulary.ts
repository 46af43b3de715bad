import { say } from '../core/say.js';
import { TokensRefused } from './refusal.js';

/** Ids of real vocabularies end below 300,000. */
export const mostIds = 4_000_000;

/** The pieces of a model and their ids. */
export class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly pieces: (string | undefined)[] = [];

  private most = 0;

  get size(): number {
    return this.ids.size;
  }

  /** UTF-16 units of the longest piece. */
  get longest(): number {
    return this.most;
  }

  /**
   * @param id a whole number from 0
   * @throws TokensRefused where a piece or an id is there already: which one counts would be left to chance
   */
  add(piece: string, id: number): void {
    if (!Number.isInteger(id) || id < 0 || id >= mostIds)
      throw new TokensRefused(say`The vocabulary gives a piece the id ${String(id)}, which is not a valid id.`);
    if (this.ids.has(piece)) throw new TokensRefused(say`The vocabulary has the piece ${JSON.stringify(piece.slice(0, 80))} twice.`);
    if (this.pieces[id] !== undefined) throw new TokensRefused(say`The vocabulary has the id ${String(id)} twice.`);
    this.ids.set(piece, id);
    this.most = Math.max(this.most, piece.length);
    // Without a hole a list of V8 stays packed.
    while (this.pieces.length < id) this.pieces.push(undefined);
    this.pieces[id] = piece;
  }

  idOf(piece: string): number | undefined {
    return this.ids.get(piece);
  }

  pieceOf(id: number): string | undefined {
    return this.pieces[id];
  }
}
