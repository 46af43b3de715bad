/** For the user, about a variable that is set. Its value may be a secret, and is not told. */
export function environmentUsed(name: string): string {
  return `The environment variable ${name} is set here, and its value is used; where the framework is started it may be another.`;
}
