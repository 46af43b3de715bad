import type { Place } from '../../../../config/config.js';
import type { DictValue } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { hasTaskOfItsOwn } from './class-keys.js';
import { ofKind, placesToCheck } from '../../../../checks/support/places.js';

/** The models of an AISBench config that this document writes or changes and that AISBench builds, judges of datasets among them. */
export function* modelsBuiltByAisBench(context: CheckContext): Iterable<DictValue> {
  if (hasTaskOfItsOwn(context)) return;
  const listed = new Set(context.config.models.map(({ value }) => value));
  for (const place of ofKind(placesToCheck(context), 'model')) {
    if (place.value.kind === 'dict' && (listed.has(place.value) || isJudge(place))) yield place.value;
  }
}

function isJudge({ parent }: Place): boolean {
  return parent?.kind === 'infer-cfg';
}
