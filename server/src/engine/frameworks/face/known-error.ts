/** What an exception of a framework means for the config that it was raised for. */
export interface KnownError {
  /** The exception's class, without its module; absent where the message alone says enough. */
  readonly type?: string;
  /** Found in the message, which may be cut at its end. */
  readonly message: RegExp;
  /** Found in the calls of the traceback that lead to it (`File "…", line 7, in parse`): what raises a message that many do. Such an answer holds before all without. */
  readonly from?: RegExp;
  readonly answer: ErrorAnswer;
}

/** Why it is raised, and what finds it before a run. */
export interface ErrorAnswer {
  /** Rules that find the cause, the likeliest first; none where only a look at the data would. */
  readonly rules: readonly string[];
  /** The cause and the way out. @param groups of the pattern, the text found first; all but that may be lacking */
  says(groups: readonly (string | undefined)[]): string;
}
