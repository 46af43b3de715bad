import { say } from '../../core/say.js';
import { baseName, type FileId } from '../../core/span.js';
import { createProject, type Project } from '../../project/project.js';

/** A file that is to be made. */
export interface NewFile {
  readonly title: string;
  readonly file: FileId;
  readonly text: string;
}

/** The generative config of a document with perplexity datasets, as a file beside it that is not there yet: only one that loads, makes known prompts, and has no error. */
export function generativeConfig(project: Project, file: FileId): NewFile | undefined {
  const document = project.document(file);
  const read = project.load(file);
  const draft = document && read?.config.evaluation.ok ? read.framework.editor?.generative?.(read, document) : undefined;
  if (!draft) return undefined;
  const probe = createProject(project.workspace, project.settings);
  probe.update(draft.file, draft.text, 1, 'python');
  const loaded = probe.load(draft.file);
  if (!loaded?.config.evaluation.ok || probe.check(draft.file).some(({ severity }) => severity === 'error')) return undefined;
  const prompts = loaded.framework.targets(loaded.config, loaded.surroundings).map((target) => loaded.framework.render(target));
  if (prompts.length === 0 || prompts.some(({ mode, output, unknowns }) => mode !== 'gen' || !output || unknowns.length > 0))
    return undefined;
  const hash = draft.hashed ? loaded.framework.promptHash?.(loaded.config)?.slice(0, 6) : '';
  if (hash === undefined) return undefined;
  const named = hash === '' ? draft.file : draft.file.replace(/\.py$/, `_${hash}.py`);
  if (project.workspace.stat(named)) return undefined;
  return { title: say`Make ${baseName(named)}: the model writes the answer (${draft.processor})`, file: named, text: draft.text };
}
