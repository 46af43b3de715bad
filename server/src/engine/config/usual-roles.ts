/** Roles by convention: what datasets may expect of a meta template, and what a chat API knows. `schemas/roles.json` says what they are for. */
export const usualRoles: readonly string[] = ['HUMAN', 'BOT', 'SYSTEM'];
