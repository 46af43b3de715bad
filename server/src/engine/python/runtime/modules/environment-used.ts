import type { Variable } from '../../../core/environment.js';

/** For the user, about a variable that is set. Its value may be a secret, and is not told. */
export function environmentUsed(name: string): string {
  return `The environment variable ${name} is set here, and its value is used; where the framework is started it may be different.`;
}

/** For the user, about a variable of which a config only asks whether it is set. */
export function environmentSet(name: string): string {
  return `The environment variable ${name} is set here; where the framework is started it may not be.`;
}

/** Why the value of a variable is unknown to a config. Of an untrusted workspace it does not tell whether the variable is set. */
export function notHandedOver(name: string, kind: Exclude<Variable['kind'], 'set' | 'unset'>): string {
  switch (kind) {
    case 'secret':
      return `The environment variable ${name} is set here, but configs are given only the variables that the frameworks document.`;
    case 'untrusted':
      return `The environment variable ${name} is not looked up, since this workspace is not trusted.`;
    case 'elsewhere':
      return `The environment variable ${name} is not known in a browser.`;
  }
}

export const takenAsUnknown = 'What is made of it here is treated as unknown.';
