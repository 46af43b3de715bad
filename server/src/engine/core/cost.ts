/** What counts the work that is done for it: an interpreter, or whoever else uses Python's semantics on what somebody wrote. */
export interface Meter {
  /** Counts work; throws LimitError when the budget is spent. */
  step(count: number): void;
  /** Throws LimitError if something of `size` items or UTF-16 units is too large to make. */
  checkSize(size: number): void;
}

/** Who pays at present. Semantics like `==`, `hash` and `repr` are asked from everywhere and walk whatever they are given: they charge this one. */
// Set for the time of one call and put back behind it: in all that is called, the same as a parameter.
// eslint-disable-next-line no-restricted-syntax
let paying: Meter | undefined;

/** Runs `body`, whose work `meter` counts; what is charged outside of any such body costs nothing. */
export function metered<T>(meter: Meter, body: () => T): T {
  const outer = paying;
  paying = meter;
  try {
    return body();
  } finally {
    paying = outer;
  }
}

/** Charges work that takes about as long as so many simple expressions, a tenth of a microsecond each. */
export function charge(steps: number): void {
  paying?.step(steps);
}

/** Charges text that is copied, compared or searched as a whole: so fast that it counts little, but memory counts as well. */
export function chargeText(units: number): void {
  if (units >= 32) paying?.step(units >> 5);
}

/** Charges text that is looked at character by character. */
export function chargeCharacters(units: number): void {
  if (units >= 2) paying?.step(units >> 1);
}

/** Charges items that are copied, but not looked into: fast again, but memory counts. */
export function chargeItems(count: number): void {
  if (count >= 16) paying?.step(count >> 4);
}

/** Charges items that are only moved or passed over. */
export function chargePassed(count: number): void {
  if (count >= 64) paying?.step(count >> 6);
}

/** Throws LimitError if something of `size` items or UTF-16 units is too large to make. */
export function checkSize(size: number): void {
  paying?.checkSize(size);
}

/** What an exception costs that is raised and caught: with the stack of our own that it remembers, about ten microseconds. */
export const caughtException = 100;
