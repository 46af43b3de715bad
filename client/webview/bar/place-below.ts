/** Styles of what opens below a button of the bar: within the page, as wide as `widest` pixels at most, and scrolled rather than cut off at its end. */
export function placeBelow(button: Element | null, widest: number): Record<string, string> {
  const box = button?.getBoundingClientRect() ?? new DOMRect();
  const width = Math.min(widest, innerWidth - 16);
  return {
    left: `${String(Math.max(8, Math.min(box.left, innerWidth - width - 8)))}px`,
    top: `${String(box.bottom + 2)}px`,
    width: `${String(width)}px`,
    'max-height': `${String(Math.max(160, innerHeight - box.bottom - 10))}px`,
  };
}
