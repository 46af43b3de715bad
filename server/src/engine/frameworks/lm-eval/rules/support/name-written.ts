import { endWithout } from '../../../../core/text-ends.js';

const nameLine = /^(["']?)(?:task|group)\1[ \t]*:[ \t]*([^\r\n]*)\r?$/gm;

/** The name that a file gives itself on one line, by its text alone; undefined where it has none, or may be a task or a group. */
export function nameIn(text: string): string | undefined {
  const written = [...text.matchAll(nameLine)].map((match) => match[2]!);
  const names = written.flatMap((rest) => nameWritten(rest) ?? []);
  return names.length === 1 && !written.some((rest) => rest === '' || rest.startsWith('#')) ? names[0] : undefined;
}

/** The name that the rest of a line is, in quotes or plain, without a comment behind it; undefined where it is something else. */
function nameWritten(rest: string): string | undefined {
  const quoted = /^(["'])(\w[^"'#]*)\1[ \t]*(?:[ \t]#.*)?$/.exec(rest);
  if (quoted) return quoted[2];
  const hash = rest.indexOf('#');
  if (hash > 0 && !/[ \t]/.test(rest[hash - 1]!)) return undefined;
  const name = hash < 0 ? rest : rest.slice(0, hash);
  return /^\w[^"']*$/.test(name) ? name.slice(0, endWithout(name, ' \t')) : undefined;
}
