import type { Project } from '../project/project.js';
import { pushAll } from '../core/push-all.js';
import { LineIndex } from '../core/line-index.js';
import { say } from '../core/say.js';
import { shownLine } from '../core/shown.js';
import { baseName, type FileId, type Span } from '../core/span.js';
import type { DictEntry } from '../core/value.js';

/** A config as one document, and where the lines that name a file lead. */
export interface EffectiveConfig {
  readonly text: string;
  readonly links: readonly { readonly line: number; readonly target: Span }[];
}

/**
 * The config that a document ends up with when everything is included, as YAML: each key as it is written, under a comment that says where that
 * is and what it replaces. Undefined where the framework has no such view of its configs, and while the document is broken.
 */
export function effectiveConfig(project: Project, file: FileId): EffectiveConfig | undefined {
  const loaded = project.load(file);
  const { evaluation } = loaded?.config ?? {};
  const keys = evaluation?.ok ? loaded?.framework.effective?.(evaluation) : undefined;
  if (!loaded || !keys) return undefined;
  const sources = new Sources(project);
  const lines = [
    `# What ${shownLine(baseName(file))} is with all that it includes, as ${loaded.framework.version} loads it. Each key says where it is written.`,
    '',
  ];
  const links: { line: number; target: Span }[] = [];
  for (const { entry, replaced } of keys) {
    links.push({ line: lines.length, target: entry.keySpan });
    const instead = replaced.length === 0 ? '' : say`, in place of ${replaced.map((other) => sources.place(other)).join(', ')}`;
    lines.push(`# ${sources.place(entry)}${instead}`);
    pushAll(lines, sources.written(entry).split('\n'));
    lines.push('');
  }
  return { text: lines.join('\n'), links };
}

/** The documents that the keys are written in. */
class Sources {
  private readonly known = new Map<FileId, { readonly text: string; readonly lines: LineIndex }>();

  constructor(private readonly project: Project) {}

  /** `base.yaml:12`. */
  place({ keySpan }: DictEntry): string {
    return `${shownLine(baseName(keySpan.file))}:${String(this.of(keySpan.file).lines.positionAt(keySpan.start).line + 1)}`;
  }

  /** The key with its value, character for character. */
  written({ keySpan, valueSpan }: DictEntry): string {
    return this.of(keySpan.file).text.slice(keySpan.start, Math.max(keySpan.end, valueSpan.end)).trimEnd();
  }

  private of(file: FileId): { readonly text: string; readonly lines: LineIndex } {
    let known = this.known.get(file);
    if (!known) {
      const read = this.project.workspace.read(file);
      const text = read.kind === 'text' ? read.text : '';
      this.known.set(file, (known = { text, lines: new LineIndex(text) }));
    }
    return known;
  }
}
