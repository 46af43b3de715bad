/** What becomes of white space around tags (jinja2 3.1 `lexer.py`). */
export interface WhiteSpace {
  /** The line break right behind a statement or comment goes. */
  readonly trimBlocks: boolean;
  /** White space in front of a statement or comment goes, where nothing else stands before it on the line. */
  readonly lstripBlocks: boolean;
  /** The template's last line break stays. */
  readonly keepTrailingNewline: boolean;
}
