import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { removed, renamedKey, replaced } from '../edits.js';
import type { Kind } from '../mutation.js';
import { entrySites, plainText } from './roles.js';

/** What judges answers with a model: an evaluator of its own prompt, or AISBench's second pass. */
function judges(source: PythonSource): readonly Literal[] {
  return source.literals.filter(
    (literal) =>
      entryOf(literal, 'prompt_template') && (/LMEvaluator$/.test(source.typeOf(literal)) || /judge_infer_cfg$/.test(literal.name)),
  );
}

function inside(source: PythonSource, judge: Literal, wanted: (literal: Literal) => boolean): readonly Literal[] {
  return source.literals.filter((literal) => literal.at.start > judge.at.start && literal.at.end <= judge.at.end && wanted(literal));
}

function turns(source: PythonSource): readonly Literal[] {
  return judges(source).flatMap((judge) =>
    inside(source, judge, (literal) => /^(round|begin)\[\]$/.test(literal.name) && entryOf(literal, 'role') !== undefined),
  );
}

/** `{prediction}` and the columns of the reference in prompts of judges, also where the prompt is a variable. */
function fields(source: PythonSource): { readonly name: string; readonly start: number }[] {
  return [
    ...source.text.matchAll(/(?<!\{)\{(prediction|model_answer|answer|reference|obj_gold|gold|problem|question|model_response)\}(?!\})/g),
  ].map((match) => ({
    name: match[1]!,
    start: match.index + 1,
  }));
}

export const judgeKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'judge/prompt_template missing',
    sites: (source) => judges(source).flatMap((judge) => entrySites(judge, 'prompt_template', (entry) => removed(source, judge, entry))),
  },
  {
    id: 'judge/slip of prompt_template',
    sites: (source, slip) =>
      judges(source).flatMap((judge) => entrySites(judge, 'prompt_template', (entry) => renamedKey(judge, entry, slip(entry.key)))),
  },
  {
    id: 'judge/slip of another key',
    sites: (source, slip) =>
      judges(source).flatMap((judge) =>
        judge.entries
          .filter(({ key }) => /^(dataset_cfg|judge_cfg|dict_postprocessor|pred_postprocessor|inferencer|retriever)$/.test(key))
          .map((entry) => renamedKey(judge, entry, slip(entry.key))),
      ),
  },
  {
    id: 'judge/slip of a role',
    sites: (source, slip) =>
      turns(source).flatMap((turn) => {
        const role = plainText(source, entryOf(turn, 'role'));
        return role ? [replaced(turn, role, slip(source.textOf(role)))] : [];
      }),
  },
  {
    id: 'judge/slip of prediction',
    sites: (source, slip) => fieldSites(source, slip, (name) => /^(prediction|model_answer|model_response)$/.test(name)),
  },
  {
    id: 'judge/slip of another column',
    sites: (source, slip) => fieldSites(source, slip, (name) => !/^(prediction|model_answer|model_response)$/.test(name)),
  },
  {
    id: 'judge/slip of a key in its template',
    sites: (source, slip) =>
      judges(source)
        .flatMap((judge) => inside(source, judge, ({ name }) => /^(prompt_template|round\[\]|begin\[\])$/.test(name)))
        .flatMap((literal) =>
          literal.entries
            .filter(({ key }) => /^(template|prompt|role)$/.test(key))
            .map((entry) => renamedKey(literal, entry, slip(entry.key))),
        ),
  },
];

function fieldSites(source: PythonSource, slip: (word: string) => string, wanted: (name: string) => boolean) {
  if (judges(source).length === 0) return [];
  return fields(source)
    .filter(({ name }) => wanted(name))
    .map(({ name, start }) => {
      const statement = source.module.body.find((one) => one.start <= start && start < one.end) ?? { start, end: start };
      return replaced({ at: statement }, { start, end: start + name.length }, slip(name));
    });
}
