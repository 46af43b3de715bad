/** In pixels: a lower one would show nothing. */
const lowest = 150;

/** Styles of what opens below a button of the bar: within the page, as wide and high as so many pixels at most, and scrolled rather than cut off at its end. */
export function placeBelow(button: Element | null, widest: number, highest = Infinity): Record<string, string> {
  const box = button?.getBoundingClientRect() ?? new DOMRect();
  const width = Math.min(widest, innerWidth - 16);
  return {
    left: `${String(Math.max(8, Math.min(box.left, innerWidth - width - 8)))}px`,
    top: `${String(box.bottom + 2)}px`,
    width: `${String(width)}px`,
    'max-height': `${String(Math.max(lowest, Math.min(highest, innerHeight - box.bottom - 10)))}px`,
  };
}
