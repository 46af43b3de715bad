import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../server/src/engine/core/evaluation.js';
import { textOf } from '../../../server/src/engine/core/value.js';
import type { YamlLoader } from '../../../server/src/engine/yaml/build.js';
import { readYaml } from '../../../server/src/engine/yaml/read-yaml.js';

/** What becomes of the value of `a`: its text, what is raised, or that it is not known. */
function made(scalar: string, loader: YamlLoader = 'lm-eval'): string {
  const { value, error } = readYaml('/a.yaml', `a: ${scalar}\n`, defaultLimits, loader);
  const held = value?.kind === 'dict' ? value.get('a') : undefined;
  return error ? error.type : (textOf(held) ?? held?.kind ?? 'nothing');
}

// PyYAML 6.0.3 with libyaml 0.2.5.
describe('characters that PyYAML reads otherwise than YAML 1.2', () => {
  it.each([
    ['"\\ud83d\\ude00"', 'ScannerError'],
    ['"a\\uD83D"', 'ScannerError'],
    ['"\\\\ud83d\\U0001F600 \\ud7ff"', '\\ud83d😀 \ud7ff'],
    ["'\\ud83d'", '\\ud83d'],
    ['"a\u2028b"', 'unknown'],
    ['a\u0085b', 'unknown'],
    ['"a\\u2028b"', 'a\u2028b'],
  ])('%s', (scalar, expected) => expect(made(scalar)).toBe(expected));

  it('mmengine has a loader that takes two halves', () => expect(made('"\\ud83d\\ude00"', 'mmengine')).toBe('😀'));
});
