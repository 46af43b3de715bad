import type { ParserKind } from '../../../classes/parser-kind.js';
import type { Value } from '../../../core/value.js';
import { ApiParser, type ApiVariant } from '../parse/api-parser.js';
import { ChatApiParser, ChatLmParser } from './chat-parser.js';
import type { InferencerMode } from './inferencer.js';
import { LmParser } from '../parse/lm-parser.js';
import type { Parser } from '../parse/parser.js';

/**
 * The parser that reads a meta template: the model's own, or for the chat inferencers theirs.
 * @throws PyError what the parser's constructor raises on a malformed meta template
 */
export function buildParserFor(mode: InferencerMode, kind: ParserKind, meta: Value | undefined, variant?: ApiVariant): Parser {
  if (mode === 'chat') return kind === 'lm' ? new ChatLmParser(meta) : new ChatApiParser(meta);
  return kind === 'lm' ? new LmParser(meta) : new ApiParser(meta, variant);
}
