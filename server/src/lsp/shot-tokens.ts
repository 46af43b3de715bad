import type { CountedShots, TokensOfShots } from '../engine/editor/inlay-hints.js';
import { shotText, type ShotText } from '../engine/editor/shots/shot-text.js';
import { RecentMap } from '../engine/core/recent-map.js';
import type { FileId } from '../engine/core/span.js';
import type { DictValue } from '../engine/core/value.js';
import type { Target } from '../engine/frameworks/face/behaviour.js';
import { estimatedTokens } from '../engine/core/estimated-tokens.js';
import { pyRepr } from '../engine/python/runtime/text-of.js';
import type { TokensAnswer, TokensRequest } from '../protocol/tokens.js';
import { fingerprintOf } from './fingerprint.js';
import { guarded } from './guard.js';
import type { Session } from './session.js';
import { countTokensRequest } from './shot-tokens-request.js';
import { letEnd, settle } from './turns.js';

/** So long after the last question for hints, in milliseconds, examples are counted: not with each letter that is typed. */
const delayMs = 300;
/** Of so many datasets it is looked what they are while a question waits; of the others of a loop it is known a while behind it. */
const mostLookedAt = 8;
/** So many numbers are kept. */
const mostKept = 1_000;

/** What is to be counted, of one document. */
interface Wanted {
  readonly file: FileId;
  readonly version: number;
  readonly targets: readonly Target[];
}

/**
 * The tokens of examples, for hints. A question is answered by what is known: what is not is counted a while behind it, the tokens themselves by the thread of tokens, and the client is told to ask again.
 * A number is kept under what the dataset and the model are, so that it stands while something else is typed.
 */
export class ShotTokens {
  private readonly known = new RecentMap<string, CountedShots | null>(mostKept);
  private readonly prints = new WeakMap<DictValue, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly wanted = new Map<FileId, Wanted>();
  private counting = false;

  constructor(
    private readonly session: Session,
    private readonly refresh: () => void,
  ) {}

  /** To be asked for the hints of a document as it is now. */
  of(file: FileId, version: number): TokensOfShots {
    const around = this.around(file);
    const targets: Target[] = [];
    let looked = 0;
    return (target) => {
      const isNew = !this.prints.has(target.dataset.value);
      const known = isNew && looked++ >= mostLookedAt ? undefined : this.known.get(this.keyOf(around, target));
      if (known !== undefined) return known;
      targets.push(target);
      this.later({ file, version, targets });
      return undefined;
    };
  }

  /** What else a prompt may hang on: files, settings, and other documents as they are. */
  private around(file: FileId): string {
    const { documents, changes, uris } = this.session;
    const own = uris.uri(file);
    return documents.all().reduce((all, { uri, version }) => (uri === own ? all : `${all} ${String(version)}`), String(changes));
  }

  private keyOf(around: string, { dataset, model }: Target): string {
    return `${around} ${this.printOf(dataset.value)} ${model ? this.printOf(model.value) : ''}`;
  }

  private printOf(value: DictValue): string {
    const there = this.prints.get(value);
    if (there !== undefined) return there;
    const print = fingerprintOf(pyRepr(value).text);
    this.prints.set(value, print);
    return print;
  }

  private later(wanted: Wanted): void {
    const before = this.wanted.get(wanted.file);
    this.wanted.set(wanted.file, wanted);
    // Questions of the same text, as when one scrolls, do not put it off.
    if (before?.version === wanted.version) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.count(), delayMs);
    letEnd(this.timer);
  }

  /** One document after the other: what is asked for meanwhile comes behind it. */
  private async count(): Promise<void> {
    if (this.counting) return;
    this.counting = true;
    try {
      for (let wanted = this.take(); wanted; wanted = this.take()) await this.countAll(wanted);
    } catch (error) {
      this.session.log.failure('Counting the tokens of examples', error);
    } finally {
      this.counting = false;
    }
  }

  private take(): Wanted | undefined {
    const [wanted] = this.wanted.values();
    if (wanted) this.wanted.delete(wanted.file);
    return wanted;
  }

  private async countAll({ file, version, targets }: Wanted): Promise<void> {
    let some = false;
    for (const target of targets) {
      await settle();
      const key = this.keyOf(this.around(file), target);
      const known = this.known.get(key);
      const counted = known === undefined ? await this.countOne(file, version, target) : known;
      if (counted === undefined) return;
      this.known.set(key, counted);
      some ||= counted !== null;
    }
    if (some) this.refresh();
  }

  /** Undefined where the document has changed meanwhile. */
  private async countOne(file: FileId, version: number, target: Target): Promise<CountedShots | null | undefined> {
    const { reads } = this.session.project;
    let found = this.textOf(file, version, target);
    if (found === null && reads.pending) {
      await reads.pending;
      found = this.textOf(file, version, target);
    }
    return found ? countedShots(found, await this.asked(found)) : found;
  }

  private textOf(file: FileId, version: number, target: Target): ShotText | null | undefined {
    const { project, log } = this.session;
    if (project.document(file)?.version !== version || !project.isOpen(file)) return undefined;
    const loaded = project.load(file);
    if (!loaded) return null;
    const found = guarded(log, { what: 'the tokens of examples', file, version }, () => shotText(project, file, loaded, target) ?? null);
    return found instanceof Error ? null : found;
  }

  private async asked({ text, ends, tokenizer }: ShotText): Promise<TokensAnswer | undefined> {
    if (tokenizer === undefined) return undefined;
    // What the tokenizer adds around the prompt is no token of the examples.
    const request: TokensRequest = { file: tokenizer, texts: [{ text, special: false, parts: ends }] };
    return this.session.connection.sendRequest<TokensAnswer>(countTokensRequest, request);
  }
}

/** The tokens of the examples alone; without a tokenizer what their length lets expect. */
function countedShots({ text, ends, ofShots, same }: ShotText, answer: TokensAnswer | undefined): CountedShots {
  const parts = answer?.kind === 'tokens' ? answer.counts[0]?.parts : undefined;
  if (parts?.length === ends.length) return { tokens: sumOf(parts.filter((_, i) => ofShots[i])), estimated: !same };
  const ofExamples = ends.map((end, i) => (ofShots[i] ? text.slice(ends[i - 1] ?? 0, end) : '')).join('');
  return { tokens: estimatedTokens(ofExamples), estimated: true };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, next) => sum + next, 0);
}
