import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createNodeWorkspace } from '../../node/node-workspace.js';
import { fileOfPath } from '../../node/uris.js';
import type { RequestedConfig, RequestedConfigs, RequestedFolder } from '../../engine/frameworks/face/operation.js';
import { createProject, type Project } from '../../engine/project/project.js';
import { languageByEnding } from '../../engine/core/language.js';
import { NotingWorkspace } from '../../engine/core/noting-workspace.js';
import { RecentMap } from '../../engine/core/recent-map.js';
import { defaultSettings } from '../../engine/core/settings.js';
import type { FileId } from '../../engine/core/span.js';
import { MemoryWorkspace } from '../../engine/core/workspace.js';
import { environment } from '../support/open-project.js';
import { beacon } from '../../worker/own-beacon.js';
import { BadRequest, type Request } from '../../engine/requests/request.js';

/** As an operation of a framework; answers with all that a project knows. */
export type CommonOperation = (session: BatchSession, request: Request) => string;

/** A config that a request is about, in the project that it belongs to. */
interface OpenedConfig extends RequestedConfig {
  readonly project: Project;
}

/** Of so many folders what was read is kept: a process may be asked about thousands, one after the other. */
const keptRoots = 16;

/** What stays between requests: a project for each root of late, so that shared bases are evaluated once. */
export class BatchSession implements RequestedConfigs {
  private readonly roots = new RecentMap<FileId, RootProject>(keptRoots);

  /**
   * The config that a request names, by `root` and `path` or by `files` and `main`.
   * @throws BadRequest where it cannot be read
   */
  open(request: Request): OpenedConfig {
    return request.has('files') && !request.has('path') ? openFiles(request) : this.root(request.text('root')).open(request.text('path'));
  }

  below(request: Request): RequestedFolder {
    const root = this.root(request.text('root'));
    root.lookAgain();
    return root;
  }

  /** Settled when what answers have left out is there: files that another process reads. Undefined where nothing is on its way. */
  get pending(): Promise<unknown> | undefined {
    const waiting = [...this.roots.values()].flatMap(({ surroundings }) => surroundings.reads.pending ?? []);
    return waiting.length > 0 ? Promise.all(waiting) : undefined;
  }

  /** Files may change from now on: what was read of them is held against the disk before it is used again. */
  expectChanges(): void {
    for (const root of this.roots.values()) root.expectChanges();
  }

  private root(path: string): RootProject {
    const folder = fileOfPath(resolve(path));
    let root = this.roots.get(folder);
    if (!root) {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new BadRequest(`"root" must be a folder; ${path} is not one.`);
      this.roots.set(folder, (root = new RootProject(folder)));
    }
    return root;
  }
}

/** A project over files that came with the request. */
function openFiles(request: Request): OpenedConfig {
  const files: Record<FileId, string> = {};
  for (const { key, value } of request.dict('files').entries.values()) {
    if (key.kind !== 'str' || value.kind !== 'str') throw new BadRequest('"files" must give each file its text.');
    files['/' + key.text] = value.text;
  }
  const main = request.text('main');
  const file = '/' + main;
  if (!(file in files)) throw new BadRequest(`"files" does not hold "${main}".`);
  const project = createProject(new MemoryWorkspace(files), defaultSettings, { environment: environment(), progress: beacon });
  return { project, file, shown: (other) => other.replace(/^\//, '') };
}

class RootProject implements RequestedFolder {
  private readonly workspace;
  private readonly noting;
  readonly surroundings: Project;
  /** What was computed of the last request's config is kept, since scripts ask for many datasets of one config in a row. */
  private current: FileId | undefined;
  /** Of configs with all that they are made of, and of the modules of Python that were read or looked for besides: the sources of classes. */
  private readonly stamps = new Map<FileId, string>();
  private mayHaveChanged = false;

  constructor(readonly folder: FileId) {
    this.workspace = createNodeWorkspace({ folders: [folder], followsProjects: false });
    this.noting = new NotingWorkspace(this.workspace);
    this.surroundings = createProject(this.noting, defaultSettings, { environment: environment(), progress: beacon });
  }

  expectChanges(): void {
    this.mayHaveChanged = true;
    this.stamp(this.noting.takeNoted().filter((file) => languageByEnding(file) === 'python'));
  }

  private stamp(files: Iterable<FileId>): void {
    for (const file of files) if (!this.stamps.has(file)) this.stamps.set(file, stampOf(file));
  }

  open(path: string): OpenedConfig {
    const file = fileOfPath(resolve(this.folder, path));
    this.lookAgain();
    if (file !== this.current) this.openFresh(file, path);
    return {
      project: this.surroundings,
      file,
      shown: (other) => (other.startsWith(this.folder + '/') ? other.slice(this.folder.length + 1) : other),
    };
  }

  /** Takes a config in place of the last one, so that a long run holds the value of one config only. */
  private openFresh(file: FileId, path: string): void {
    this.release();
    if (!this.surroundings.document(file)) throw new BadRequest(this.unreadable(file, path));
    this.current = file;
    const evaluation = this.surroundings.evaluate(file);
    this.stamp([file, ...(evaluation?.dependencies ?? [])]);
  }

  private unreadable(file: FileId, path: string): string {
    const read = this.workspace.read(file);
    return read.kind === 'none' ? read.reason : `${path} is not a config: only .py, .yaml, .yml, .json and .jsonc files can be.`;
  }

  /** Drops what was computed from files that are not as they were, where some may have changed. */
  lookAgain(): void {
    if (!this.mayHaveChanged) return;
    this.mayHaveChanged = false;
    const changed = [...this.stamps].flatMap(([file, stamp]) => (stampOf(file) === stamp ? [] : [file]));
    if (changed.length === 0) return;
    this.release();
    for (const file of changed) {
      this.stamps.set(file, stampOf(file));
      this.surroundings.fileChanged(file);
    }
    this.workspace.forget();
  }

  private release(): void {
    if (this.current !== undefined) this.surroundings.release(this.current);
    this.current = undefined;
  }
}

/** Tells one state of a file from another. */
export function stampOf(file: FileId): string {
  try {
    const stat = statSync(file, { bigint: true });
    return `${stat.mtimeNs}:${stat.size}:${stat.ino}`;
  } catch {
    // Not there, or nothing that could be: a path that a config makes may be of any length.
    return 'missing';
  }
}
