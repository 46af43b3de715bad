/** Thrown where the text is not plainly valid, or more than the fast parser reads: the tolerant one takes over. */
class GiveUp extends Error {}

/** One for all: it carries nothing, and making a stack trace for each would cost more than the parsing. */
const instance = new GiveUp('This text is not for the fast parser.');

/** Ends the fast parse. */
export function giveUp(): never {
  throw instance;
}

/** Runs `parse`; undefined where it gave up. */
export function unlessGivenUp<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof GiveUp) return undefined;
    throw error;
  }
}
