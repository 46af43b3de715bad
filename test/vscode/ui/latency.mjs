// How long a keystroke takes to the preview, as the user sees it: from the key event in the workbench to the changed page in the webview.

import { setTimeout as delay } from 'node:timers/promises';

/** A character that stands nowhere else in the prompt, so that its count tells which keystroke has arrived. */
const key = '^';

/**
 * Types `count` characters, each after the one before has arrived.
 * @returns milliseconds of each, in the order of typing
 */
export async function keystrokeLatencies(workbench, count) {
  const page = workbench.preview.locator('prompt-preview');
  await page.evaluate((element, sought) => {
    const { MutationObserver } = element.ownerDocument.defaultView;
    const root = element.shadowRoot;
    const arrived = (element.arrived = []);
    let told;
    const look = () => {
      const seen = root.querySelector('main').textContent.split(sought).length - 1;
      arrived[seen] ??= performance.timeOrigin + performance.now();
      told?.(seen);
    };
    // Nobody looks again and again, which would take time of what is measured.
    element.arrives = (count) =>
      new Promise((resolve) => {
        told = (seen) => seen >= count && resolve(seen);
        look();
      });
    new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true });
  }, key);
  await workbench.page.evaluate((sought) => {
    globalThis.pressed = [];
    globalThis.addEventListener(
      'keydown',
      (event) => event.key === sought && globalThis.pressed.push(performance.timeOrigin + performance.now()),
      true,
    );
  }, key);
  for (let typed = 1; typed <= count; typed++) {
    await workbench.page.keyboard.type(key);
    const there = page.evaluate((element, count) => element.arrives(count), typed);
    const late = delay(15_000, 'late', { ref: false });
    if ((await Promise.race([there, late])) === 'late') throw new Error(`key ${typed} does not reach the preview`);
  }
  const arrived = await page.evaluate((element) => element.arrived);
  const pressed = await workbench.page.evaluate(() => globalThis.pressed);
  return pressed.map((time, index) => arrived[index + 1] - time);
}

/** @returns the value below which `share` of the values lie */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
