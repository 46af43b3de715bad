import type { FileId } from '../engine/core/span.js';
import { debounced, type Diagnostics } from './diagnostics.js';
import { logFailure } from './guard.js';
import { previewChangedNotification, type PreviewChanged } from '../protocol/commands.js';
import type { Session } from './session.js';

/** Tells the client what else changed when something changed: diagnostics and previews of other open documents. */
export class Changes {
  private readonly waiting = new Set<FileId>();
  private readonly tell = debounced(50, () => this.send());

  constructor(
    private readonly session: Session,
    private readonly diagnostics: () => Diagnostics,
  ) {}

  /** @param files open documents whose answers may be different now, though their text is not */
  affected(files: readonly FileId[]): void {
    if (files.length === 0) return;
    this.diagnostics().refresh(files);
    for (const file of files) this.waiting.add(file);
    this.tell();
  }

  private send(): void {
    const { connection, uris, log } = this.session;
    const message: PreviewChanged = { uris: [...this.waiting].map((file) => uris.uri(file)) };
    this.waiting.clear();
    logFailure(log, 'Announcing changed previews', connection.sendNotification(previewChangedNotification, message));
    refreshTexts(this.session);
  }
}

/** The client asks again for the hints that it shows. */
export function refreshHints({ connection, abilities, log }: Session): void {
  if (abilities.inlayRefresh) logFailure(log, 'Asking for other hints', connection.languages.inlayHint.refresh());
}

/** The client asks again for what is shown within the texts that it shows. */
export function refreshTexts(session: Session): void {
  const { connection, abilities, log } = session;
  refreshHints(session);
  if (abilities.tokensRefresh) logFailure(log, 'Asking for other tokens', connection.languages.semanticTokens.refresh());
}
