// How long the frames take in which something scrolls.

/**
 * Scrolls through a part of the element, one step a frame.
 * @param {import('playwright-core').Locator} scroller
 * @param {'by the wheel' | 'by the scroll bar'} way the wheel goes on by 120 pixels, the scroll bar to anywhere
 * @returns {Promise<number[]>} milliseconds from each frame to the next
 */
export async function frameTimes(scroller, way) {
  return scroller.evaluate(async (element, byWheel) => {
    const { requestAnimationFrame } = /** @type {Window} */ (element.ownerDocument.defaultView);
    /** @type {() => Promise<number>} */
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    element.scrollTop = 0;
    for (let rest = 0; rest < 10; rest++) await frame();
    const times = [];
    let before = await frame();
    for (let step = 1; step <= 120; step++) {
      if (byWheel) element.scrollTop += 120;
      else element.scrollTop = ((step * 7919) % 120) * (element.scrollHeight / 120);
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  }, way === 'by the wheel');
}
