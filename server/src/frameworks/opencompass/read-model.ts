import type { ModelReading } from '../../config/read-config.js';
import type { Value } from '../../value.js';
import { chatWrapperMeta, modelClass, type ModelClass } from './model-classes.js';
import { isNone, isTrue } from './python-value.js';

/**
 * The parser of a model class, and the meta template that it reads in the end.
 * @param classes the framework's model classes
 * @param defaultMeta what those classes use that have a meta template of their own
 */
export function modelReader(classes: (className: string | undefined) => ModelClass | undefined, defaultMeta: Value) {
  return (className: string | undefined, given: Value | undefined): ModelReading => {
    const known = classes(className);
    const own = isNone(given) ? undefined : given;
    if (known?.metaTemplate === 'ignored') return { parser: known.parser, metaTemplate: undefined, metaTemplateFromClass: true };
    if (known?.metaTemplate === 'default' && isEmpty(own)) return { parser: known.parser, metaTemplate: defaultMeta, metaTemplateFromClass: true };
    return { parser: known?.parser, metaTemplate: own, metaTemplateFromClass: false };
  };
}

/** OpenCompass's model classes. */
export const readModel = modelReader(modelClass, chatWrapperMeta);

/** The wrappers take their default in place of anything false. */
function isEmpty(meta: Value | undefined): boolean {
  return meta === undefined || (meta.kind !== 'unknown' && !isTrue(meta));
}
