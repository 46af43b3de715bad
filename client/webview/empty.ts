import { html, nothing, type TemplateResult } from 'lit';
import type { PlaceLink, PreviewAnswer } from '../../server/src/lsp/messages.js';
import { placeLink } from './turns.js';

/** What the page shows where there is no prompt: what is going on, or what would make one. */
export function emptyPage(answer: PreviewAnswer | undefined, waiting: string, open: (link: PlaceLink) => void): TemplateResult {
  if (!answer || waiting !== '') return html`<div class="empty"><p>${waiting}</p></div>`;
  if (answer.kind === 'stale') {
    const { reason, link } = answer;
    return html`<div class="empty">
      <h1>The config cannot be read yet</h1>
      <p>${reason} ${link ? placeLink(link, open) : nothing}</p>
      <p>The prompt appears as soon as the config can be read, and stays in sight through later mistakes.</p>
    </div>`;
  }
  return html`<div class="empty">
    <h1>No prompt here yet</h1>
    <p>${answer.kind === 'none' ? answer.reason : ''}</p>
    <p>A prompt comes from a dataset, an entry of a list such as <code>gsm8k_datasets</code> whose <code>infer_cfg</code> has a template.</p>
    <p>An entry of <code>models</code> adds its <code>meta_template</code>. Open a config with both and every pair can be picked here.</p>
    <p>A task of lm-evaluation-harness is a prompt by itself: a YAML file with <code>task</code> and <code>doc_to_text</code>.</p>
  </div>`;
}
