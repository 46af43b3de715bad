import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { Shown } from '../../server/src/protocol/page.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

/** What the page shows where there is no prompt: what is going on, or what would make one. */
export function emptyPage(shown: Shown | undefined, open: (link: PlaceLink) => void): TemplateResult {
  if (!shown || shown.kind === 'preview') return html`<main class="empty"><p>${say`Reading the config …`}</p></main>`;
  const { kind, reason, link } = shown;
  // The reason of a failure stands in its banner.
  if (kind === 'reading' || kind === 'failed') return html`<main class="empty"><p>${kind === 'reading' ? withCode(reason) : ''}</p></main>`;
  if (kind === 'stale') {
    return html`<main class="empty">
      <h1>${say`The config cannot be read yet`}</h1>
      <p>${withCode(reason)} ${link ? placeLink(link, open) : nothing}</p>
      <p>${say`The prompt appears as soon as the config can be read, and stays in sight through later mistakes.`}</p>
    </main>`;
  }
  return html`<main class="empty">
    <h1>${say`No prompt here yet`}</h1>
    <p>${withCode(reason)}</p>
    <p>
      ${withCode(say`A prompt comes from a dataset, an entry of a list such as \`gsm8k_datasets\` whose \`infer_cfg\` has a template.`)}
    </p>
    <p>${withCode(say`An entry of \`models\` adds its \`meta_template\`. Open a config with both and every pair can be picked here.`)}</p>
    <p>${withCode(say`A task of lm-evaluation-harness is a prompt by itself: a YAML file with \`task\` and \`doc_to_text\`.`)}</p>
  </main>`;
}
