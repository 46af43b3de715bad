import type { ComparedWith, ShownComparison } from '../../../server/src/protocol/page.js';
import type { CompareAnswer, CompareRequest, OtherPrompt } from '../../../server/src/protocol/compare.js';
import type { Preview, PreviewRequest } from '../../../server/src/protocol/preview.js';
import type { Server } from '../server.js';
import { NewestWins } from '../preview/newest-wins.js';

/** What the user chose to compare with. */
export interface ChosenPrompt {
  readonly with: ComparedWith;
  /** As the page calls it. */
  readonly name: string;
  /** What the prompt that is shown is called beside it. */
  readonly now: (preview: Preview) => string;
  /** Asked for anew each time, since files may have changed; `again`: the server has forgotten what it was told. */
  readonly other: (again: boolean) => Promise<OtherPrompt>;
  /** Tells that it has become another prompt, where that may happen while the one that is shown stays. */
  readonly onDidChange?: (listener: () => void) => { dispose(): void };
}

interface Question {
  readonly chosen: ChosenPrompt;
  readonly request: PreviewRequest;
  readonly now: string;
}

/** Typing asks for a comparison once it pauses: the prompt itself comes first. */
const typingMs = 120;

/** The comparison that one panel shows: it is made anew whenever the prompt is. */
export class PanelComparison {
  private chosen: ChosenPrompt | undefined;
  private shown: ShownComparison | undefined;
  /** What was asked last. */
  private asked: Question | undefined;
  private watch: { dispose(): void } | undefined;
  private readonly requests: NewestWins<Question, CompareAnswer>;

  /** @param send tells the page; undefined: the prompt alone is shown again */
  constructor(
    private readonly server: () => Promise<Server>,
    private readonly send: (compared: ShownComparison | undefined) => void,
  ) {
    this.requests = new NewestWins({
      ask: (question) => this.ask(question),
      show: (answer, { chosen, now }) => this.show(chosen, now, answer),
      failed: (error, { chosen, now, request }) =>
        this.show(chosen, now, { kind: 'none', uri: request.uri, reason: error instanceof Error ? error.message : String(error) }),
    });
  }

  start(chosen: ChosenPrompt, request: PreviewRequest, preview: Preview): void {
    this.choose(chosen);
    this.tell({ name: chosen.name, now: chosen.now(preview), with: chosen.with });
    this.schedule({ chosen, request, now: chosen.now(preview) }, 0);
    this.watch = chosen.onDidChange?.(() => {
      if (this.asked) this.schedule(this.asked, typingMs);
    });
  }

  /** The prompt was made anew. */
  follow(request: PreviewRequest, preview: Preview): void {
    const { chosen } = this;
    if (chosen) this.schedule({ chosen, request, now: chosen.now(preview) }, typingMs);
  }

  /** The page was loaded anew. */
  again(): void {
    if (this.shown) this.send(this.shown);
  }

  end(): void {
    this.choose(undefined);
    this.tell(undefined);
  }

  dispose(): void {
    this.choose(undefined);
    this.requests.dispose();
  }

  private choose(chosen: ChosenPrompt | undefined): void {
    this.watch?.dispose();
    this.watch = undefined;
    this.asked = undefined;
    this.chosen = chosen;
  }

  private schedule(question: Question, delayMs: number): void {
    this.asked = question;
    this.requests.schedule(question, delayMs);
  }

  private tell(compared: ShownComparison | undefined): void {
    this.shown = compared;
    this.send(compared);
  }

  private async ask({ chosen, request }: Question): Promise<CompareAnswer> {
    const server = await this.server();
    const compare = async (again: boolean): Promise<CompareAnswer> => {
      const asked: CompareRequest = { uri: request.uri, request, other: await chosen.other(again) };
      return server.compare(asked);
    };
    const answer = await compare(false);
    return answer.kind === 'lost' ? compare(true) : answer;
  }

  private show(chosen: ChosenPrompt, now: string, answer: CompareAnswer): void {
    if (chosen === this.chosen) this.tell({ name: chosen.name, now, with: chosen.with, answer });
  }
}
