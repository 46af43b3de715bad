import type { FileId } from '../../core/span.js';
import { applyEdits, type TextEdit } from '../../core/text-edit.js';
import type { Framework } from '../../frameworks/face/framework.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import { createProject, type Project } from '../../project/project.js';

/** Of more pairs the prompts are not compared: then nothing is said to be the same. */
const mostPairs = 60;

/** The prompts of a document with the placeholders of all its pairs and labels, to hold edits of it against: those of models without a meta template where it has no models. */
export class PromptsBefore {
  private readonly probe: Project;
  private readonly before: string | undefined;

  constructor(
    private readonly project: Project,
    private readonly file: FileId,
  ) {
    this.probe = createProject(project.workspace, project.settings);
    this.before = this.promptsOf(this.text);
  }

  /** Whether each prompt is known, and is the same after the edits, character by character and role by role. */
  areSameAfter(edits: readonly TextEdit[]): boolean {
    return this.before !== undefined && this.before === this.promptsOf(applyEdits(this.text, edits));
  }

  /** Whether there are prompts, and few enough to be compared: nothing is evaluated for the answer. */
  static areComparable({ framework, config, surroundings }: LoadedConfig): boolean {
    const pairs = framework.targets(config, surroundings).length;
    return pairs > 0 && pairs <= mostPairs;
  }

  private get text(): string {
    return this.project.document(this.file)!.text;
  }

  private promptsOf(text: string): string | undefined {
    this.probe.update(this.file, text, 1, this.project.document(this.file)!.language);
    const loaded = this.probe.load(this.file);
    return loaded?.config.evaluation.ok ? promptsOf(loaded) : undefined;
  }
}

function promptsOf({ framework, config, surroundings }: LoadedConfig): string | undefined {
  const prompts: unknown[] = [];
  for (const target of framework.targets(config, surroundings).slice(0, mostPairs + 1)) {
    const labelled = promptsOfTarget(framework, target);
    if (!labelled) return undefined;
    prompts.push(labelled);
  }
  return JSON.stringify(prompts);
}

function promptsOfTarget(framework: Framework, target: Target): unknown[] | undefined {
  const first = framework.render(target);
  const found: unknown[] = [];
  for (const label of first.labels.length > 0 ? first.labels : [undefined]) {
    const { output, unknowns } = label === undefined || label === first.label ? first : framework.render(target, { label });
    if (!output || unknowns.length > 0) return undefined;
    found.push(output.kind === 'text' ? output.text.text : output.messages.map(({ role, text }) => [role, text.text]));
  }
  return found;
}
