import { jsonChanges, withJsonChanges } from '../protocol/json-changes.js';
import {
  withProblems,
  type Preview,
  type PreviewAnswer,
  type PreviewProblem,
  type PreviewProblems,
  type SentAnswer,
} from '../protocol/preview.js';

/** So many previews are remembered, one for each panel that is typed beside; the prompts of all but the last have so many characters at most. */
const most = { previews: 4, characters: 4_000_000 } as const;

/**
 * What clients have been sent and may still have: while one types, most of a preview stays as it is, and only what is other is sent. Names tell the engines apart, too: what an engine sent that
 * has ended is not known to the next one.
 */
export class SentPreviews {
  private readonly sent = new Map<string, Preview>();
  private readonly engine = crypto.randomUUID();
  private count = 0;

  /** @param holds the name of what the client has of an answer before; '' for nothing; undefined: it wants all of each answer, and no name */
  toSend(answer: PreviewAnswer, holds: string | undefined): SentAnswer {
    if (answer.kind !== 'preview' || holds === undefined) return answer;
    const { preview, renderMs } = answer;
    const before = this.sent.get(holds);
    if (!before) return { ...answer, name: this.keep(preview) };
    // The problems that are on the way are seldom others.
    const now = preview.problemsBehind ? { ...preview, problems: before.problems } : preview;
    const changes = jsonChanges(before, now);
    // What is the same stays the same object: what lives long then is made once, and the garbage collector need not carry a new one along at each keystroke.
    const name = this.keep(changes ? (withJsonChanges(before, changes) as Preview) : before);
    this.sent.delete(holds);
    return { kind: 'changed', name, of: holds, changes: changes ?? null, renderMs };
  }

  /** Whether a client that holds this has a preview of the document. */
  has(holds: string | undefined, uri: string): boolean {
    return holds !== undefined && this.sent.get(holds)?.uri === uri;
  }

  /** The problems of a prompt that was sent without them. @returns what a client is told */
  checked(name: string, problems: readonly PreviewProblem[]): PreviewProblems | undefined {
    const preview = this.sent.get(name);
    if (!preview) return undefined;
    this.sent.set(name, withProblems(preview, problems));
    return { name, problems };
  }

  private keep(preview: Preview): string {
    const name = `${this.engine}/${String(++this.count)}`;
    this.sent.set(name, preview);
    let characters = [...this.sent.values()].reduce((sum, each) => sum + each.characters, -preview.characters);
    for (const [old, { characters: length }] of this.sent) {
      if (old === name || (this.sent.size <= most.previews && characters <= most.characters)) break;
      this.sent.delete(old);
      characters -= length;
    }
    return name;
  }
}
