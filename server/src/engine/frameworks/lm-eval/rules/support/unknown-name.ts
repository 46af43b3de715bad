import { TemplateFault } from '../../../../jinja/syntax/template-fault.js';
import type { StrValue } from '../../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../../face/rule.js';
import { nearest } from '../../../../checks/support/nearest.js';
import { templateFields } from './template-fields.js';
import { taskRule } from './task-rule.js';
import { expressionsIn, isPlain, spanWithin, templateOf } from './template.js';
import { say } from '../../../../core/say.js';

interface Names {
  /** Those that there are. */
  readonly names: ReadonlySet<string>;
  /** What they are called elsewhere. */
  readonly otherNames: Readonly<Record<string, string>>;
  /** Methods of a value that are no filters. */
  readonly methods: readonly string[];
}

/** The rule for names of filters or of tests that do not exist. */
export function unknownNameRule(what: 'filter' | 'test', known: Names): ConfigRule {
  const { names, otherNames, methods } = known;
  const near = [...names, ...Object.keys(otherNames), ...methods];
  return taskRule(
    {
      id: `unknown-${what}`,
      title: `A ${what} that Jinja does not have`,
      severity: 'error',
      fix: 'unsafe',
      prevents: `TemplateAssertionError: No ${what} named, when the task is loaded`,
    },
    function* (task, context): Iterable<Finding> {
      const { text } = context;
      for (const { key, value } of templateFields(task)) {
        if (isPlain(value.text)) continue;
        for (const { name, start, end, late } of namesIn(value.text, what, names)) {
          const nearName = near.includes(name) ? name : nearest(name, near);
          const isMethod = nearName !== undefined && methods.includes(nearName);
          const meant = nearName !== undefined && Object.hasOwn(otherNames, nearName) ? otherNames[nearName]! : nearName;
          const from = value.text.indexOf(name, start);
          const span = spanWithin(value, from < 0 ? start : from, from < 0 ? end : from + name.length);
          const written = text(span.file).slice(span.start, span.end) === name;
          const fixes: readonly Fix[] =
            meant === undefined || !written
              ? []
              : isMethod
                ? asMethod(context, value, { from, name, meant })
                : [{ title: say`Write ${meant}`, safe: false, edits: [{ span, newText: meant }] }];
          const advice =
            meant === undefined ? '' : isMethod ? say` It is a method: write .${meant}() behind the value.` : say` Did you mean ${meant}?`;
          const consequence = late
            ? say`where a document gets that far, it raises TemplateRuntimeError`
            : say`loading the task raises TemplateAssertionError`;
          yield {
            span,
            ...(late && { severity: 'warning' }),
            message: say`Jinja has no ${what} ${name}, which \`${key}\` uses: ${consequence}.${advice}`,
            fixes,
          };
        }
      }
    },
  );
}

/** `x | lstrip` becomes `x.lstrip()`. */
function asMethod({ text }: CheckContext, value: StrValue, { from, name, meant }: { from: number; name: string; meant: string }): Fix[] {
  const pipe = /(?<=[\w)\]"'])[ \t]*\|[ \t]*$/.exec(value.text.slice(Math.max(0, from - 100), from));
  if (!pipe) return [];
  const [start, end] = [from - pipe[0].length, from + name.length];
  const span = spanWithin(value, start, end);
  if (text(span.file).slice(span.start, span.end) !== value.text.slice(start, end)) return [];
  const newText = /^[ \t]*\(/.test(value.text.slice(end, end + 100)) ? `.${meant}` : `.${meant}()`;
  return [{ title: say`Write ${newText}`, safe: false, edits: [{ span, newText }] }];
}

interface UnknownName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Inside of an `if` Jinja forgives the name until it is used (jinja2 3.1 `compiler.py`). */
  readonly late: boolean;
}

/** The first that keeps the template from being compiled, else all that wait inside of an `if`. */
function namesIn(text: string, what: 'filter' | 'test', names: ReadonlySet<string>): readonly UnknownName[] {
  const template = templateOf(text);
  if (template instanceof TemplateFault) {
    const name = new RegExp(`^No ${what} named '(.*?)'`).exec(template.text)?.[1];
    return name === undefined ? [] : [{ name, start: template.start, end: template.end, late: false }];
  }
  const type = what === 'filter' ? 'Filter' : 'Test';
  return [...expressionsIn(template.body)].flatMap(({ node }) =>
    node.type === type && !names.has(node.name) ? [{ name: node.name, start: node.nameStart, end: node.end, late: true }] : [],
  );
}
