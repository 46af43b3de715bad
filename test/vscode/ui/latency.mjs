// How long a keystroke takes to the preview, as the user sees it: from the key event in the workbench to the changed page in the webview.

import { setTimeout as delay } from 'node:timers/promises';

/** A character that stands nowhere else in the prompt, so that its count tells which keystroke has arrived. */
const key = '^';

/**
 * Types characters, each after the one before has arrived.
 * @param {readonly number[]} pauses for each character, how many milliseconds after its arrival the next one is typed: what follows from a key is done by then, as it is where a person types
 * @param shown what shows them, in its `main`
 * @returns milliseconds of each, in the order of typing
 */
export async function keystrokeLatencies(workbench, pauses, shown = workbench.preview.locator('prompt-preview')) {
  await shown.evaluate((element, sought) => {
    const { MutationObserver } = element.ownerDocument.defaultView;
    const root = element.shadowRoot ?? element;
    const arrived = (element.arrived = []);
    let told;
    const look = () => {
      const seen = (root.querySelector('main') ?? root).textContent.split(sought).length - 1;
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
  for (const [before, pause] of pauses.entries()) {
    const typed = before + 1;
    await workbench.page.keyboard.type(key);
    const there = shown.evaluate((element, count) => element.arrives(count), typed);
    const late = delay(15_000, 'late', { ref: false });
    if ((await Promise.race([there, late])) === 'late') throw new Error(`key ${typed} does not reach the preview`);
    if (pause > 0) await delay(pause);
  }
  const arrived = await shown.evaluate((element) => element.arrived);
  const pressed = await workbench.page.evaluate(() => globalThis.pressed);
  return pressed.map((time, index) => arrived[index + 1] - time);
}

/**
 * Types a text into the field of an open picker, each letter after the list of the one before is shown.
 * @param {import('playwright-core').Locator} picker
 * @returns milliseconds of each, from the key to the frame that shows the list
 */
export async function letterLatencies(workbench, picker, text) {
  const times = [];
  for (const letter of text) {
    const shown = picker.evaluate(
      (/** @type {any} */ element, late) =>
        new Promise((resolve, reject) => {
          const view = element.ownerDocument.defaultView;
          const once = { once: true, capture: true };
          element.addEventListener(
            'keydown',
            ({ timeStamp }) => {
              // The field has the letter then, the list behind the next update, and the frame behind that is seen.
              const seen = () => view.setTimeout(() => resolve(view.performance.now() - timeStamp));
              element.addEventListener('input', () => element.updateComplete.then(() => view.requestAnimationFrame(seen)), once);
            },
            once,
          );
          view.setTimeout(() => reject(new Error('the letter does not reach the list')), late);
        }),
      15_000,
    );
    // The listener is there before the key.
    await picker.evaluate(() => undefined);
    await workbench.page.keyboard.type(letter);
    times.push(await shown);
  }
  return times;
}

/** @returns the value below which `share` of the values lie */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
