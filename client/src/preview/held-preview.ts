import { withJsonChanges } from '../../../server/src/protocol/json-changes.js';
import type { Preview, PreviewAnswer, PreviewRequest, RestSent, SentAnswer } from '../../../server/src/protocol/preview.js';

/** Asks for previews one after the other, and keeps the last one, so that the server sends only what is other: what is the same is the same object in both. */
export class HeldPreview {
  private held: { readonly name: string; readonly preview: Preview } | undefined;

  /** @param render asks the server */
  constructor(private readonly render: (request: PreviewRequest) => Promise<SentAnswer>) {}

  /** @throws as `render` */
  async ask(request: PreviewRequest): Promise<PreviewAnswer> {
    const { held } = this;
    const answer = await this.render({ ...request, holds: held?.name ?? '' });
    if (answer.kind === 'changed') {
      if (answer.of !== held?.name) return this.anew(request);
      const preview = answer.changes ? (withJsonChanges(held.preview, answer.changes) as Preview) : held.preview;
      this.held = { name: answer.name, preview };
      return { kind: 'preview', preview, renderMs: answer.renderMs };
    }
    if (answer.kind !== 'preview' || !('name' in answer)) return answer;
    const { name, ...shown } = answer;
    this.held = { name, preview: answer.preview };
    return shown;
  }

  /** The rest of a prompt came. @returns it before and with that; undefined where it is held no more */
  completed({ name, changes }: RestSent): { readonly before: Preview; readonly now: Preview } | undefined {
    if (name !== this.held?.name) return undefined;
    const before = this.held.preview;
    const now = withJsonChanges(before, changes) as Preview;
    this.held = { name, preview: now };
    return { before, now };
  }

  private anew(request: PreviewRequest): Promise<PreviewAnswer> {
    this.held = undefined;
    return this.ask(request);
  }
}
