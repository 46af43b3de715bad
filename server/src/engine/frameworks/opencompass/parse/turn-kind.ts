import { metaRoles, readMetaTemplate, type MetaRole } from '../../../config/meta-template.js';
import type { Turn } from '../../../prompt/rendered-prompt.js';
import { textOf, type Value } from '../../../core/value.js';

const kinds: ReadonlyMap<string, Turn['kind']> = new Map([
  ['SYSTEM', 'system'],
  ['system', 'system'],
  ['HUMAN', 'user'],
  ['user', 'user'],
  ['BOT', 'assistant'],
  ['assistant', 'assistant'],
]);

/** What the roles of a prompt are to its reader: who speaks, and whether the meta template holds the role in reserve. */
export class RoleKinds {
  private readonly roles: ReadonlyMap<string, MetaRole>;

  /** @param meta the meta template that the prompt is read with; undefined without one */
  constructor(meta: Value | undefined) {
    const template = readMetaTemplate(meta);
    this.roles = new Map(
      (template ? metaRoles(template) : []).flatMap((role) => (role.name === undefined ? [] : [[role.name, role] as const])),
    );
  }

  /** The role to generate is the assistant; else its api_role says it, else its own name. */
  kindOf(role: string): Turn['kind'] {
    const known = this.roles.get(role);
    if (known?.generates) return 'assistant';
    const apiRole = textOf(known?.apiRole?.value);
    return kinds.get(apiRole ?? role) ?? kinds.get(role) ?? 'other';
  }

  isReserved(role: string): boolean {
    return this.roles.get(role)?.section === 'reserved_roles';
  }
}
