import type { FromWebview, ToWebview } from '../../server/src/protocol/page.js';
import { PromptPreview } from './app.js';
import { ChoicePicker } from './bar/picker.js';
import { RowPicker } from './bar/row-picker.js';
import { ShotPicker } from './bar/shot-picker.js';
import { PromptBody } from './body/element.js';
import { PromptComparisonView } from './compare/comparison.js';
import { TakeAwayMenu } from './take-away.js';
import { PairMatrix } from './pairs/matrix.js';
import { pageStyles } from './styles/page.js';

/** Given by VS Code to scripts inside a webview. */
declare function acquireVsCodeApi(): { postMessage(message: FromWebview): void; setState(state: unknown): void };

const vscode = acquireVsCodeApi();
document.adoptedStyleSheets.push(pageStyles.styleSheet!);
customElements.define('choice-picker', ChoicePicker);
customElements.define('row-picker', RowPicker);
customElements.define('shot-picker', ShotPicker);
customElements.define('pair-matrix', PairMatrix);
customElements.define('prompt-body', PromptBody);
customElements.define('take-away-menu', TakeAwayMenu);
customElements.define('prompt-comparison', PromptComparisonView);
customElements.define('prompt-preview', PromptPreview);

const page = document.querySelector<PromptPreview>('prompt-preview');
if (page) {
  page.host = { post: (message) => vscode.postMessage(message), save: (state) => vscode.setState(state) };
  page.classList.toggle('contrast', document.body.classList.contains('vscode-high-contrast'));
  new MutationObserver(() => page.classList.toggle('contrast', document.body.classList.contains('vscode-high-contrast'))).observe(
    document.body,
    {
      attributeFilter: ['class'],
    },
  );
  // Only the page that embeds this one can post here: the webview's own origin is unique.
  addEventListener('message', ({ data }: MessageEvent<ToWebview>) => page.receive(data));
  vscode.postMessage({ type: 'ready' });
}
