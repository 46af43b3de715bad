import type { DictValue, StrValue } from '../../../core/value.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

/** Values of datasets and models that hold `{name}`, where `name` is a variable of the config and the text is no f-string: nothing fills it. */
export const noFString: ConfigRule = {
  id: 'no-f-string',
  title: 'A variable in the braces of a text that is no f-string',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'Datasets of a loop that are all called {name}, and share one file of results; a path with braces in it',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (context.evaluation.language !== 'python') return;
    const told = new Set<number>();
    for (const { value } of placesToCheck(context).filter(({ kind }) => kind === 'dataset' || kind === 'model')) {
      if (value.kind !== 'dict') continue;
      for (const [key, text] of namedTexts(value)) {
        const { span } = text;
        const variable = span.file === context.file && !told.has(span.start) ? variableIn(context, text) : undefined;
        if (variable === undefined) continue;
        told.add(span.start);
        yield {
          span,
          message: say`This text is no f-string, so \`${key}\` has {${variable}} in it as it stands, and not the value of ${variable}. Write f in front of it.`,
          fixes: oneEdit(say`Make it an f-string`, false, { span: { ...span, end: span.start }, newText: 'f' }),
        };
      }
    }
  },
};

/** What datasets and models are called, and where their data are: prompts have braces of their own. */
const names: ReadonlySet<string> = new Set([
  'abbr',
  'path',
  'name',
  'subset',
  'data_files',
  'data_dir',
  'file_path',
  'file_name',
  'split',
  'task',
  'category',
  'local_mode',
]);

function namedTexts({ entries }: DictValue): readonly (readonly [string, StrValue])[] {
  const found: [string, StrValue][] = [];
  for (const { key, value } of entries.values())
    if (key.kind === 'str' && value.kind === 'str' && names.has(key.text) && value.text.includes('{')) found.push([key.text, value]);
  return found;
}

const literal = /^(['"])(?!\1)(?:(?!\1)[^\\\n{}]|\{\w*\})*\1$/;

/** The first name in braces that is a variable of the config; only where the text is written as one plain literal. */
function variableIn({ evaluation, file, text }: CheckContext, value: StrValue): string | undefined {
  const source = text(file);
  const { start, end } = value.span;
  // What calls `format` on it fills it.
  if (!literal.test(source.slice(start, end)) || source.slice(end, end + 1) === '.') return undefined;
  const found = [...value.text.matchAll(/\{([A-Za-z_]\w*)\}/g)].map((match) => match[1]!);
  return found.find((name) => evaluation.value.entry(name) !== undefined || isLoopVariable(source, name));
}

function isLoopVariable(source: string, name: string): boolean {
  return new RegExp(String.raw`\bfor\s[^\n:]{0,80}\b${name}\b[^\n:]{0,80}\sin\s`).test(source);
}
