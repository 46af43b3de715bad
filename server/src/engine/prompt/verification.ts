/** What is asked of an installed framework to hold a prompt against its own. */
export interface Verification {
  /** Which of our scripts asks it: `verify_lm_eval`. */
  readonly script: string;
  /** What the script reads: a JSON object. */
  readonly request: string;
  /** What is expected: a JSON object with `requests`, or `error`. */
  readonly expected: string;
}
