import type { Settings } from '../engine/core/settings.js';
import type { FileId } from '../engine/core/span.js';
import { languageByEnding } from '../engine/core/language.js';
import type { ReadResult, Stat } from '../engine/core/workspace.js';
import { WorkspaceAbove } from '../engine/core/workspace-above.js';
import { createProject, type Project } from '../engine/project/project.js';
import { beacon } from '../worker/own-beacon.js';
import { inSlices } from './slices.js';
import type { Session } from './session.js';
import { say } from '../engine/core/say.js';

/** The files as they were, or are on disk: for prompts that are compared with what is in the editor. */
class WithoutFiles extends WorkspaceAbove {
  constructor(
    below: ConstructorParameters<typeof WorkspaceAbove>[0],
    private readonly missing: ReadonlySet<FileId>,
  ) {
    super(below);
  }

  override read(file: FileId): ReadResult {
    return this.missing.has(file) ? { kind: 'none', why: 'missing', reason: say`${file} does not exist.` } : super.read(file);
  }

  /** What is compared with widens nothing. */
  override follow(): readonly FileId[] {
    return [];
  }

  override stat(file: FileId): Stat | undefined {
    return this.missing.has(file) ? undefined : super.stat(file);
  }
}

/** What another project sees in place of the files; a text of null is no file. */
export type OtherTexts = readonly { readonly file: FileId; readonly text: string | null }[];

/** Bases of another project are few: those of one document. */
const keptBaseValues = 60_000;

/** The project of what is compared with. The last one is kept until a file or a setting changes, since it is asked again with each keystroke. */
export class OtherProjects {
  private last: { readonly key: string; readonly changes: number; readonly project: Project } | undefined;

  constructor(private readonly session: Session) {}

  /** The documents as they are in the editor, with settings of their own. */
  asEdited(settings: Settings): Project {
    const { project } = this.session;
    const other = this.kept(JSON.stringify(settings.release), settings, new Set());
    const open = project.openFiles();
    for (const file of other.openFiles()) if (!open.includes(file)) other.close(file);
    for (const file of open) {
      const { text, version, language } = project.document(file)!;
      if (other.document(file)?.text !== text || !other.isOpen(file)) other.update(file, text, version, language);
    }
    return other;
  }

  /** The files as they lie on disk, but for these texts. */
  asFiles(texts: OtherTexts): Project {
    const missing = new Set(texts.flatMap(({ file, text }) => (text === null ? [file] : [])));
    const key = JSON.stringify(texts);
    const other = this.kept(key, this.session.settings, missing);
    for (const { file, text } of texts) {
      const language = languageByEnding(file) ?? this.session.project.document(file)?.language;
      if (text !== null && language && !other.isOpen(file)) other.update(file, text, 0, language);
    }
    return other;
  }

  private kept(key: string, settings: Settings, missing: ReadonlySet<FileId>): Project {
    const { session } = this;
    if (this.last?.key === key && this.last.changes === session.changes) return this.last.project;
    const project = createProject(new WithoutFiles(session.workspace, missing), settings, {
      environment: session.host.environment(() => session.trusted),
      progress: beacon,
      inSlices,
      keptBaseValues,
    });
    this.last = { key, changes: session.changes, project };
    return project;
  }
}
