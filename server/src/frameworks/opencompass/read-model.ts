import type { ModelReading } from '../../config/read-config.js';
import type { Value } from '../../value.js';
import { chatWrapperMeta, modelClass } from './model-classes.js';
import { isNone, isTrue } from './python-value.js';

/** The parser of a model class, and the meta template that it reads in the end. */
export function readModel(className: string | undefined, given: Value | undefined): ModelReading {
  const known = modelClass(className);
  const own = isNone(given) ? undefined : given;
  if (known?.metaTemplate === 'ignored') return { parser: known.parser, metaTemplate: undefined, metaTemplateFromClass: true };
  if (known?.metaTemplate === 'default' && isEmpty(own)) return { parser: known.parser, metaTemplate: chatWrapperMeta, metaTemplateFromClass: true };
  return { parser: known?.parser, metaTemplate: own, metaTemplateFromClass: false };
}

/** The wrappers take their default in place of anything false. */
function isEmpty(meta: Value | undefined): boolean {
  return meta === undefined || (meta.kind !== 'unknown' && !isTrue(meta));
}
