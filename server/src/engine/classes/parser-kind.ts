export type ParserKind = 'lm' | 'api';
