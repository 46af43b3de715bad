import { jsonChanges, withJsonChanges } from '../protocol/json-changes.js';
import type { Preview, PreviewAnswer, PreviewProblem, PreviewRest, RestSent, SentAnswer } from '../protocol/preview.js';
import type { RestLater } from './preview-requests.js';

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

  /**
   * @param holds the name of what the client has of an answer before; '' for nothing; undefined: it wants all of each answer, and no name
   * @param rest of the answer, where that is still to come
   */
  toSend(answer: PreviewAnswer, holds: string | undefined, rest?: RestLater): SentAnswer {
    if (answer.kind !== 'preview' || holds === undefined) return answer;
    const { preview, renderMs } = answer;
    const before = this.sent.get(holds);
    const there = before && restOf(before, preview);
    const now = preview.behind && rest ? withRest(preview, there ?? { ...rest.made(), problems: before?.problems ?? [] }) : preview;
    if (!before) return { ...answer, preview: now, name: this.keep(now) };
    const changes = jsonChanges(before, now);
    // What is the same stays the same object: what lives long then is made once, and the garbage collector need not carry a new one along at each keystroke.
    const name = this.keep(changes ? (withJsonChanges(before, changes) as Preview) : before);
    this.sent.delete(holds);
    return { kind: 'changed', name, of: holds, changes: changes ?? null, renderMs };
  }

  /** The rest of a prompt that was sent without it. @param problems of the document that has been checked now @returns what a client is told */
  completed(name: string, { made }: RestLater, problems: readonly PreviewProblem[]): RestSent | undefined {
    const before = this.sent.get(name);
    if (!before) return undefined;
    const { behind, ...whole } = withRest(before, { ...made(), problems });
    void behind;
    const changes = jsonChanges(before, whole);
    if (!changes) return undefined;
    this.sent.set(name, withJsonChanges(before, changes) as Preview);
    return { name, changes };
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

function withRest(preview: Preview, { stages, ...others }: PreviewRest): Preview {
  return { ...preview, ...others, stages: preview.stages.map((stage, i) => stages[i] ?? stage) };
}

/**
 * What stands for the rest of a prompt until it comes: that of the text before, under what is known of the new one. Undefined where that has other stages, or other keys stand behind the
 * numbers of its pieces.
 */
function restOf({ modes, labelTexts, paths, problems, stages: before }: Preview, { stages, paths: few }: Preview): PreviewRest | undefined {
  if (stages.length !== before.length || stages.some(({ id }, i) => id !== before[i]!.id)) return undefined;
  if (few.length > paths.length || few.some((path, i) => jsonChanges(paths[i], path) !== undefined)) return undefined;
  const others = stages.map((stage, i) => (stage.turns.length > 0 ? undefined : { ...stage, turns: before[i]!.turns }));
  return { modes, labelTexts, paths, problems, stages: others };
}
