import { say } from '../../../core/say.js';
import type { Span } from '../../../core/span.js';
import type { ConfigRule, Finding } from '../../face/rule.js';

/**
 * Two imports of bases bind one name: mmengine 0.11 (`config/config.py`, `Config._parse_lazy_import`) imports all of them before it runs anything else, so that
 * what the first one brings is never seen.
 */
export const importOverwritten: ConfigRule = {
  id: 'import-overwritten',
  title: 'An imported name of a base that another import takes',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  prevents: 'Models or datasets that are imported, and not run',
  scope: 'document',
  *check({ evaluation }): Iterable<Finding> {
    const before = new Map<string, { readonly module: string; readonly span: Span }>();
    for (const { module, names } of evaluation.baseImports)
      for (const { name, alias, bound } of names) {
        const first = before.get(alias ?? name);
        before.set(alias ?? name, { module, span: bound });
        if (!first || first.module === module) continue;
        yield {
          span: first.span,
          message: say`The import of ${alias ?? name} from ${module} takes this name: what ${first.module} has under it is not in the config. Give one of them another name with \`as\`.`,
          related: [{ span: bound, message: say`this import takes it` }],
        };
      }
  },
};
