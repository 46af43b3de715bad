import { LimitError, PyError } from '../core/errors.js';

/** The members of an answer: those of `work`, or what Python raises in it; what is too much to follow is unknown. */
export function answered(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof PyError) return `"error": ${JSON.stringify(`${error.type}: ${error.text}`)}`;
    if (error instanceof LimitError) return `"unknown": ${JSON.stringify(error.message)}`;
    throw error;
  }
}
