export function hintsOnly(schema: unknown): unknown;
