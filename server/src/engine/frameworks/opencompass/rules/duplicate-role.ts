import { metaRoles, readMetaTemplate } from '../../../config/meta-template.js';
import type { Span } from '../../../core/span.js';
import type { ConfigRule, Finding } from '../../face/rule.js';
import { ofKind, usedPlaces } from '../../../checks/support/places.js';
import { metaExceptionName } from './support/exception.js';
import { say } from '../../../core/say.js';

/** A role stands twice in a meta template, in round and reserved_roles together. OpenCompass 0.5.3 `models/base.py`, `models/base_api.py`. */
export const duplicateRole: ConfigRule = {
  id: 'duplicate-role',
  title: 'A role appears twice in a meta template',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'AssertionError: role in meta prompt must be unique!',
  scope: 'document',
  *check({ config, framework }): Iterable<Finding> {
    const exception = metaExceptionName(config, framework, 'meta-role-twice');
    for (const { value } of ofKind(usedPlaces(config), 'meta-template')) {
      const meta = readMetaTemplate(value);
      if (!meta) continue;
      const first = new Map<string, Span>();
      for (const { name, span, section } of metaRoles(meta)) {
        if (name === undefined) continue;
        const before = first.get(name);
        if (!before) first.set(name, span);
        else
          yield {
            span,
            message: say`The role ${name} appears twice in this meta template: building the model raises ${exception}. Give each role of \`round\` and \`reserved_roles\` a name of its own${section === 'reserved_roles' ? say`; a role of \`round\` need not be reserved` : ''}.`,
            related: [{ span: before, message: say`${name} appears here first` }],
          };
      }
    }
  },
};
