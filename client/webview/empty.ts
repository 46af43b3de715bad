import { html, nothing, type TemplateResult } from 'lit';
import type { Shown } from '../../server/src/protocol/page.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

/** What the page shows where there is no prompt: what is going on, or what would make one. */
export function emptyPage(shown: Shown | undefined, open: (link: PlaceLink) => void): TemplateResult {
  if (!shown || shown.kind === 'preview') return html`<main class="empty"><p>Reading the config …</p></main>`;
  const { kind, reason, link } = shown;
  // The reason of a failure stands in its banner.
  if (kind === 'reading' || kind === 'failed') return html`<main class="empty"><p>${kind === 'reading' ? withCode(reason) : ''}</p></main>`;
  if (kind === 'stale') {
    return html`<main class="empty">
      <h1>The config cannot be read yet</h1>
      <p>${withCode(reason)} ${link ? placeLink(link, open) : nothing}</p>
      <p>The prompt appears as soon as the config can be read, and stays in sight through later mistakes.</p>
    </main>`;
  }
  return html`<main class="empty">
    <h1>No prompt here yet</h1>
    <p>${withCode(reason)}</p>
    <p>
      A prompt comes from a dataset, an entry of a list such as <code>gsm8k_datasets</code> whose <code>infer_cfg</code> has a template.
    </p>
    <p>An entry of <code>models</code> adds its <code>meta_template</code>. Open a config with both and every pair can be picked here.</p>
    <p>A task of lm-evaluation-harness is a prompt by itself: a YAML file with <code>task</code> and <code>doc_to_text</code>.</p>
  </main>`;
}
