import { charge } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

const k1 = 1.5;
const b = 0.75;
const epsilon = 0.25;

/** Most documents whose ties numpy's `argsort` leaves in their order on every machine: it sorts so few by insertion. */
const stablySorted = 16;

/** The ranking `BM25Okapi` of `rank_bm25` 0.2.2 over a corpus of words. */
export class Bm25 {
  private readonly frequencies: readonly ReadonlyMap<string, number>[];
  private readonly lengths: readonly number[];
  private readonly averageLength: number;
  private readonly weights: ReadonlyMap<string, number>;

  /** @throws PyError ZeroDivisionError for a corpus without documents or words */
  constructor(corpus: readonly (readonly string[])[]) {
    if (corpus.length === 0) throw new PyError('ZeroDivisionError', 'division by zero');
    this.lengths = corpus.map((words) => words.length);
    this.averageLength = this.lengths.reduce((sum, length) => sum + length, 0) / corpus.length;
    this.frequencies = corpus.map(countsOf);
    this.weights = weightsOf(this.frequencies);
  }

  /** The score of every document for a query, summed up in the order of the query's words. */
  scores(query: readonly string[]): number[] {
    charge(query.length * this.lengths.length);
    const scores = this.lengths.map(() => 0);
    for (const word of query) {
      const weight = this.weights.get(word) ?? 0;
      this.frequencies.forEach((counts, i) => {
        const count = counts.get(word) ?? 0;
        scores[i]! += weight * ((count * (k1 + 1)) / (count + k1 * (1 - b + (b * this.lengths[i]!) / this.averageLength)));
      });
    }
    return scores;
  }
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  charge(words.length);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How much each word counts: one that is in more than half of the documents a quarter of the average. */
function weightsOf(frequencies: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const documents = new Map<string, number>();
  for (const counts of frequencies) for (const word of counts.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  if (documents.size === 0) throw new PyError('ZeroDivisionError', 'division by zero');
  const weights = new Map<string, number>();
  let sum = 0;
  for (const [word, count] of documents) {
    const weight = Math.log(frequencies.length - count + 0.5) - Math.log(count + 0.5);
    weights.set(word, weight);
    sum += weight;
  }
  const least = epsilon * (sum / weights.size);
  for (const [word, weight] of weights) if (weight < 0) weights.set(word, least);
  return weights;
}

/**
 * `np.argsort(scores)[::-1]`, as far as the first `count` of it: the highest first, of equal ones the later.
 * @throws UnknownPrompt where the order of equal, or nearly equal, scores depends on the machine
 */
export function highest(scores: readonly number[], count: number): number[] {
  const order = scores.map((_, i) => i).sort((a, z) => scores[z]! - scores[a]! || z - a);
  const taken = order.slice(0, count);
  const compared = order.slice(0, taken.length + 1).map((i) => scores[i]!);
  for (let i = 1; i < compared.length; i++) {
    const difference = compared[i - 1]! - compared[i]!;
    const sure = difference === 0 ? scores.length <= stablySorted : difference > 1e-12 * Math.abs(compared[i]!);
    if (!sure)
      throw new UnknownPrompt(
        say`Several train rows fit the question equally well: which of them BM25Retriever takes depends on the machine.`,
      );
  }
  return taken;
}
