import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of one of our scripts, which lie beside the bundle. @throws where the installation is incomplete */
export function verifyScript(name: string): string {
  return readFileSync(join(__dirname, `${name}.py`), 'utf8');
}
