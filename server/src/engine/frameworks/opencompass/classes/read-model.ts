import type { ModelReading } from '../../../config/read-config.js';
import type { Value } from '../../../core/value.js';
import type { ModelClass } from './model-classes.js';
import { isAbsentOrNone, isTruthy } from '../values/python-value.js';
import type { ParserReading } from './source-parser.js';

/** What the source of a model class says. */
export interface SourceReading {
  /** Undefined where the source does not tell. */
  readonly parser: ParserReading | undefined;
  /** The framework's class that it is or derives from. */
  readonly knownClass: string | undefined;
}

/**
 * The parser of a model class, and the meta template that it reads in the end. What its source says goes before what we know of it.
 * @param classes the framework's model classes
 * @param defaultMeta what those classes use that have a meta template of their own
 * @param source reads the class that a `type` names from its source; undefined where that is out of reach
 */
export function modelReader(
  classes: (className: string | undefined) => ModelClass | undefined,
  defaultMeta: Value,
  source?: (type: Value | undefined) => SourceReading | undefined,
) {
  return (className: string | undefined, given: Value | undefined, type?: Value): ModelReading => {
    const read = source?.(type);
    const known = classes(className);
    const knownClass = read ? read.knownClass : known && className;
    const parser = read?.parser?.kind ?? known?.parser;
    const metaTemplate = read?.parser?.metaTemplate ?? known?.metaTemplate;
    const own = isAbsentOrNone(given) ? undefined : given;
    if (metaTemplate === 'ignored') return { parser, metaTemplate: undefined, metaTemplateFromClass: true, knownClass };
    if (metaTemplate === 'default' && isEmpty(own))
      return { parser, metaTemplate: read?.parser?.defaultMeta ?? defaultMeta, metaTemplateFromClass: true, knownClass };
    return { parser, metaTemplate: own, metaTemplateFromClass: false, knownClass };
  };
}

/** The wrappers take their default in place of anything false. */
function isEmpty(meta: Value | undefined): boolean {
  return meta === undefined || (meta.kind !== 'unknown' && !isTruthy(meta));
}
