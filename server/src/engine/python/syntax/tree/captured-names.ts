import type { Identifier, Pattern } from './ast.js';

/** The names that a pattern of a `case` binds, in the order of the text. */
export function capturedNames(pattern: Pattern): Identifier[] {
  const given = (name: Identifier | undefined): Identifier[] => (name ? [name] : []);
  switch (pattern.what) {
    case 'value':
      return [];
    case 'capture':
      return given(pattern.name);
    case 'sequence': {
      const { before, rest } = pattern;
      return [...before.flatMap(capturedNames), ...given(rest?.name), ...(rest?.after ?? []).flatMap(capturedNames)];
    }
    case 'mapping':
      return [...pattern.entries.flatMap((entry) => capturedNames(entry.pattern)), ...given(pattern.rest)];
    case 'class':
      return [...pattern.positional, ...pattern.keywords.map((keyword) => keyword.pattern)].flatMap(capturedNames);
    case 'any':
      return pattern.of.flatMap(capturedNames);
    case 'as':
      return [...capturedNames(pattern.pattern), pattern.name];
  }
}
