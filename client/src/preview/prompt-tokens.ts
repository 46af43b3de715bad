import type { TokensShown } from '../../../server/src/protocol/page.js';
import type { Preview, PreviewAnswer, PreviewRequest, PreviewStage } from '../../../server/src/protocol/preview.js';
import type { TokensAnswer, TokensRequest, TokensText } from '../../../server/src/protocol/tokens.js';

/** Whom it asks. */
export interface TokensSource {
  tokens(request: TokensRequest): Promise<TokensAnswer>;
  render(request: PreviewRequest): Promise<PreviewAnswer>;
}

/** While one types, the tokens of each keystroke are not asked for. */
const delayMs = 150;
/** Stages that are longer are not counted beside the prompt itself. */
const longestStage = 300_000;

/** Has the tokens of the prompt that is shown counted, a while behind it: neither the prompt nor the typing waits for them. */
export class PromptTokens {
  private timer: NodeJS.Timeout | undefined;
  /** What is asked for now; an answer to anything else comes too late. */
  private wanted: string | undefined;

  constructor(
    private readonly source: () => Promise<TokensSource>,
    private readonly send: (tokens: TokensShown) => void,
  ) {}

  /** @param key tells the prompt from others */
  follow(preview: Preview, key: string): void {
    const counts = preview.tokens?.file !== undefined && preview.output?.kind === 'text';
    // The same prompt again, as with its problems behind it: its question may still wait, and is not taken back.
    if (counts && this.wanted === key) return;
    clearTimeout(this.timer);
    this.wanted = counts ? key : undefined;
    if (!counts) return;
    this.timer = setTimeout(() => void this.ask(preview, key).catch(() => undefined), delayMs);
  }

  /** A page that was loaded anew knows no tokens. */
  again(): void {
    this.wanted = undefined;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.wanted = undefined;
  }

  private async ask(preview: Preview, key: string): Promise<void> {
    const stages = preview.stages
      .slice(0, -1)
      .filter(({ id, turns }) => id !== 'row' && turns.length > 0 && textOf(turns).length <= longestStage);
    const texts = [wholeText(preview), ...stages.map(({ turns }) => ({ text: textOf(turns), special: false, parts: [] }))];
    const source = await this.source();
    const answer = await source.tokens({ file: preview.tokens!.file!, texts, shown: 0 });
    if (this.wanted !== key) return;
    const counts = answer.kind === 'tokens' ? Object.fromEntries(stages.map(({ id }, i) => [id, answer.counts[i + 1]!.all])) : {};
    const shown: TokensShown = { of: key, answer, stages: counts };
    this.send(shown);
    const kept = answer.kind === 'tokens' ? await this.shotsKept(source, preview, answer.counts[0]!.all, key) : undefined;
    if (kept && this.wanted === key) this.send({ ...shown, shotsKept: kept.shots, kept: kept.tokens });
  }

  /**
   * How many examples are left where the last one is dropped until the prompt fits (OpenCompass 0.5.3 `openicl/icl_inferencer/icl_gen_inferencer.py`): the most with which it does. Fewer
   * examples are never more tokens, so that it is looked for by halves.
   */
  private async shotsKept(
    source: TokensSource,
    preview: Preview,
    all: number,
    key: string,
  ): Promise<{ readonly shots: number; readonly tokens: number } | undefined> {
    const most = preview.tokens?.dropsAbove;
    const { shots } = preview.selection;
    if (most === undefined || all <= most || shots === 0) return undefined;
    let fits = { shots: 0, tokens: await this.countWith(source, preview, 0) };
    let tooMany = shots;
    while (tooMany - fits.shots > 1 && this.wanted === key) {
      const middle = Math.floor((fits.shots + tooMany) / 2);
      const tokens = await this.countWith(source, preview, middle);
      if (tokens <= most) fits = { shots: middle, tokens };
      else tooMany = middle;
    }
    return fits;
  }

  private async countWith(source: TokensSource, preview: Preview, shots: number): Promise<number> {
    const answer = await source.render({ uri: preview.uri, selection: { ...preview.selection, shots } });
    if (answer.kind !== 'preview' || answer.preview.version !== preview.version) throw new Error('the document has changed');
    const counted = await source.tokens({ file: preview.tokens!.file!, texts: [{ ...wholeText(answer.preview), parts: [] }] });
    if (counted.kind !== 'tokens') throw new Error(counted.reason);
    return counted.counts[0]!.all;
  }
}

function wholeText(preview: Preview): TokensText {
  const text = preview.output?.text ?? '';
  const last = preview.stages.findLast(({ turns }) => turns.length > 0);
  const parts: number[] = [];
  let end = 0;
  for (const { segments } of last?.turns ?? []) {
    for (const segment of segments) end += segment.text.length;
    parts.push(end);
  }
  // Where a stage is shown in part only, or with signs of its own, its turns are no places of the text.
  return { text, special: preview.tokens!.special, parts: last && textOf(last.turns) === text ? parts : [] };
}

function textOf(turns: PreviewStage['turns']): string {
  return turns.map(({ segments }) => segments.map(({ text }) => text).join('')).join('');
}
