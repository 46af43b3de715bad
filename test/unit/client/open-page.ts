import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { previewPage } from '../../../client/src/preview/html.js';
import type { FromWebview, PageState, Shown, ToWebview } from '../../../server/src/protocol/page.js';
import { launchBrowser } from '../../vscode/browser.mjs';

/** The preview page in a window of a browser, under its own policy, and what it says. */
export class OpenPage {
  sent: FromWebview[] = [];
  saved: PageState[] = [];
  /** Errors, warnings and all else of the console: also what the policy forbids. */
  complaints: string[] = [];

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
  ) {}

  /** Builds the page and opens a window for it. */
  static async open(executable: string): Promise<OpenPage> {
    const built = await build({ entryPoints: ['client/webview/main.ts'], bundle: true, write: false, format: 'iife', target: 'es2022' });
    const script = built.outputFiles[0]!.text;
    const browser = await launchBrowser(executable);
    const page = await browser.newPage();
    const opened = new OpenPage(browser, page);
    page.on('pageerror', (error) => opened.complaints.push(String(error)));
    page.on('console', (message) => opened.complaints.push(message.text()));
    await page.exposeFunction('report', (message: FromWebview) => opened.sent.push(message));
    await page.exposeFunction('save', (state: PageState) => opened.saved.push(state));
    await page.addInitScript(
      'globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => report(message), setState: (state) => save(state) })',
    );
    await page.route('http://preview.test/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: previewPage((name) => `http://preview.test/${name}`) }),
    );
    return opened;
  }

  /** Loads the page anew: in the same window, since a new one takes longer than most of the tests. */
  async reload(viewport = { width: 900, height: 600 }): Promise<void> {
    // What the page before still says is not this one's.
    await this.page.goto('about:blank');
    this.sent = [];
    this.saved = [];
    this.complaints = [];
    await this.page.setViewportSize(viewport);
    await this.page.mouse.move(0, 0);
    await this.page.goto('http://preview.test/');
  }

  show(shown: Shown): Promise<void> {
    return this.post({ type: 'show', number: 0, shown, locked: false });
  }

  async post(message: ToWebview): Promise<void> {
    await this.page.evaluate(`postMessage(${JSON.stringify(message)})`);
    // A message is handled in a task of its own, and the page is drawn in microtasks behind it.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
