import { describe, expect, it } from 'vitest';
import { Suppressions } from '../../../server/src/engine/checks/run/suppression.js';

/** Whether a finding of `rule` on the word HERE is silenced. */
function silenced(text: string, rule = 'unknown-role'): boolean {
  const start = text.indexOf('HERE');
  return new Suppressions(text, 'python').covers(rule, { file: '/a.py', start, end: start + 4 });
}

describe('suppression comments', () => {
  it('silence their own line', () => {
    expect(silenced('x = HERE  # preflight: ignore[unknown-role]\n')).toBe(true);
    expect(silenced('y = 1  # preflight: ignore[unknown-role]\nx = HERE\n')).toBe(false);
  });

  it('on a line of their own silence the next line of code', () => {
    expect(silenced('# preflight: ignore[unknown-role]\n\n# more\nx = HERE\n')).toBe(true);
    expect(silenced('# preflight: ignore[unknown-role]\ny = 1\nx = HERE\n')).toBe(false);
    expect(silenced('if y:\n    # preflight: ignore[unknown-role]\n\n    # more\n    x = HERE\n')).toBe(true);
    expect(silenced('# preflight: ignore[unknown-role]\ny=1# more\nx = HERE\n')).toBe(false);
  });

  it('that stand below each other all speak of the code behind them', () => {
    expect(silenced(`${'# preflight: ignore[wrong-type]\n'.repeat(3)}# preflight: ignore[unknown-role]\nx = HERE\n`)).toBe(true);
    expect(silenced('# preflight: ignore[unknown-role]\n# preflight: ignore[wrong-type]\nx = HERE\n')).toBe(true);
    expect(silenced('# preflight: ignore[unknown-role]\ny = 1\n# preflight: ignore[wrong-type]\nx = HERE\n')).toBe(false);
  });

  it('name one rule, several, or none for all', () => {
    expect(silenced('x = HERE  # preflight: ignore[wrong-type]\n')).toBe(false);
    expect(silenced('x = HERE  # preflight: ignore[wrong-type, unknown-role]\n')).toBe(true);
    expect(silenced('x = HERE  # preflight: ignore\n')).toBe(true);
    expect(silenced('x = HERE  # see above; # preflight: ignore[unknown-role]\n')).toBe(true);
  });

  it('silence the whole file', () => {
    expect(silenced('x = HERE\n# preflight: ignore-file[unknown-role]\n')).toBe(true);
    expect(silenced('x = HERE\n# preflight: ignore-file[wrong-type]\n')).toBe(false);
    expect(silenced('x = HERE\n# preflight: ignore-file\n')).toBe(true);
  });

  it('are none within a string', () => {
    expect(silenced('x = HERE, "# preflight: ignore"\n')).toBe(false);
  });

  it('silence a finding of several lines from its first or its last one', () => {
    const text = 'x = dict(  # preflight: ignore[wrong-type]\n    a=1,\n)\n';
    expect(new Suppressions(text, 'python').covers('wrong-type', { file: '/a.py', start: 4, end: text.length - 1 })).toBe(true);
    const behind = 'x = dict(\n    a=1,\n)  # preflight: ignore[wrong-type]\n';
    expect(new Suppressions(behind, 'python').covers('wrong-type', { file: '/a.py', start: 4, end: behind.indexOf(')') + 1 })).toBe(true);
    const within = 'x = dict(\n    a=1,  # preflight: ignore[wrong-type]\n)\n';
    expect(new Suppressions(within, 'python').covers('wrong-type', { file: '/a.py', start: 4, end: within.length - 1 })).toBe(false);
  });

  it('with no code behind them silence what is found at the end of the text, and nothing above', () => {
    const text = 'x = [\n# preflight: ignore[syntax-error]\n';
    const at = (start: number): boolean => new Suppressions(text, 'python').covers('syntax-error', { file: '/a.py', start, end: start });
    expect(at(text.length)).toBe(true);
    expect(at(text.indexOf('#'))).toBe(false);
    expect(at(0)).toBe(false);
  });
});
