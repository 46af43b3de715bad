import { openCompassDialect } from '../../../server/src/engine/frameworks/opencompass/opencompass-dialect.js';
import { renderCase as renderCaseOf, type RenderCase } from '../../../server/src/engine/frameworks/opencompass/render/render-case.js';

/** Renders a case as OpenCompass does. */
export function renderCase(given: RenderCase): ReturnType<typeof renderCaseOf> {
  return renderCaseOf(given, openCompassDialect);
}
