import { fileOfPath } from '../../node/uris.js';

/** A message by which a finding is known again on another machine: paths below a folder stand in it as seen from there. @param folder absolute, as the machine writes paths */
export function portableMessage(message: string, folder: string): string {
  const below = `${fileOfPath(folder)}/`;
  return below === '//' ? message : message.replaceAll(below, '');
}
