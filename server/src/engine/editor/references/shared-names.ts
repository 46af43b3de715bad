import { touches, type FileId, type Span } from '../../core/span.js';
import type { Steps } from '../../core/steps.js';
import { writtenAt } from '../../core/written-at.js';
import type { NamingClass, SharedKind, SharedName, SharedNames } from '../../frameworks/face/editor.js';
import type { Project } from '../../project/project.js';
import type { WorkspaceIndex } from '../index/workspace-index.js';
import { hasWord } from '../../core/word-places.js';
import { columnInCode, namingClassesOf } from './naming-code.js';
import type { PlaceOfName } from './variable.js';

/** A role, a column or an abbr, by one of the places where it is written. */
export interface SharedPlace {
  readonly kind: SharedKind;
  readonly name: string;
  readonly span: Span;
  /** Where the place is in code: the classes there that get the name by it. */
  readonly classes?: readonly NamingClass[];
}

/** What has the name in one scope of one config. */
interface Group {
  readonly file: FileId;
  readonly places: readonly PlaceOfName[];
  /** Something has the name that is written nowhere as such: it is computed. */
  readonly computed: Span | undefined;
  /** Something may have the name: it is not known which one it has. */
  readonly unknown: Span | undefined;
  readonly fixed: string | undefined;
  /** The class whose code gives the name. */
  readonly naming: NamingClass | undefined;
  /** Whether the scope has something of the other name that is asked for. */
  readonly taken: boolean;
}

/** All that is the same thing by its name, in the configs that have one of its places. */
export interface SharedThing extends SharedPlace {
  readonly places: readonly PlaceOfName[];
  readonly groups: readonly Group[];
  /** The classes whose code gives the name, each once, whether a dataset of the configs is of them or not. */
  readonly naming: readonly NamingClass[];
  /** Where their code writes the name. */
  readonly written: readonly Span[];
  /** The configs that were looked at, as far as they have one of the places. */
  readonly configs: readonly FileId[];
  /** There are more configs than are looked at. */
  readonly cut: boolean;
}

/** So many configs are evaluated for one name: HUMAN is a role of most. */
const mostConfigs = 300;

/** The names in the texts of a config, and how it is released when they are read; undefined for what is no config of a framework that knows some. */
export function sharedNamesOf(project: Project, file: FileId): SharedNames | undefined {
  const loaded = project.load(file);
  return loaded?.framework.editor?.sharedNames?.({ config: loaded.config, surroundings: project });
}

/** So many configs that import a file are asked what a text of it is, where the file itself tells nothing of it. */
const mostImporters = 4;

/**
 * The name in a text of a config that is written at an offset; undefined where none is.
 * @param index who imports a file that is no config by itself; absent: the file alone is asked
 */
export function sharedNameAt(project: Project, file: FileId, offset: number, index?: WorkspaceIndex): SharedPlace | undefined {
  for (const config of [file, ...(index?.importersOf(file).slice(0, mostImporters) ?? [])]) {
    const found = placesOf(sharedNamesOf(project, config), file).find(({ span }) => touches(span, offset));
    project.release(config);
    if (found) return found;
  }
  return columnInCode(project, file, offset);
}

/** The places of a file that mean the same as the one at an offset, by that file alone. */
export function sharedHighlights(project: Project, file: FileId, offset: number): readonly PlaceOfName[] {
  const at = sharedNameAt(project, file, offset);
  if (!at) return [];
  const connected = connectedIn(project, file, at);
  return [...connected.places, ...asPlaces(connected.written)].filter(({ span }) => span.file === file);
}

function connectedIn(project: Project, file: FileId, at: SharedPlace, to?: string): Connected {
  const connected = new Connected(at);
  const names = sharedNamesOf(project, file);
  if (names) connected.add(groupsOf(names, file, at, to));
  return connected;
}

/** All that is the same thing as far as the file of the place tells. @param to what it is to be called */
export function sharedThingIn(project: Project, at: SharedPlace, to: string): SharedThing {
  return thingOf(at, connectedIn(project, at.span.file, at, to), false);
}

function thingOf(at: SharedPlace, { places, linked, classes, written }: Connected, cut: boolean): SharedThing {
  return { ...at, places, groups: linked, naming: classes, written, configs: [...new Set(linked.map(({ file }) => file))], cut };
}

/** Places of code, which give what is called so its name. */
export function asPlaces(written: readonly Span[]): PlaceOfName[] {
  return written.map((span) => ({ span, binds: true }));
}

/** Where what is called at a place of a file is defined, by that file alone: in the code of the class that gives it, else where the config defines it. */
export function sharedDefinitions(
  project: Project,
  file: FileId,
  offset: number,
): { readonly origin: Span; readonly targets: readonly Span[] } | undefined {
  const at = sharedNameAt(project, file, offset);
  if (at?.kind !== 'column') return undefined;
  const connected = connectedIn(project, file, at);
  const { written } = connected;
  const bound = connected.places.filter(({ span, binds }) => binds && keyOf(span) !== keyOf(at.span)).map(({ span }) => span);
  return { origin: at.span, targets: written.length > 0 ? written : bound };
}

/**
 * Follows a name to the configs that have one of its places among their own, to what has the same name there, and from the code that gives it to all datasets that have it by that code.
 * @param to what it is to be called
 */
export function* sharedThingOf(project: Project, index: WorkspaceIndex, at: SharedPlace, to?: string): Steps<SharedThing> {
  const connected = new Connected(at);
  const seen = new Set<FileId>();
  const waiting: FileId[] = [];
  const go = (file: FileId): void => {
    if (seen.has(file)) return;
    seen.add(file);
    waiting.push(file);
  };
  const looked = new Set<FileId>();
  go(at.span.file);
  if (at.kind === 'task') for (const file of index.filesNaming(at.name)) go(file);
  for (;;) {
    for (let file = waiting.shift(); file !== undefined && looked.size < mostConfigs; file = waiting.shift()) {
      project.workspace.goesOn?.();
      const names = sharedNamesOf(project, file);
      if (names) {
        looked.add(file);
        connected.add(groupsOf(names, file, at, to));
      }
      project.release(file);
      for (const { span } of connected.fresh()) go(span.file);
      // Who imports a place has it, too, also through others.
      for (const importer of index.importersOf(file)) go(importer);
      yield;
    }
    if (looked.size >= mostConfigs) break;
    const users = yield* usersOf(project, index, connected.unasked(), connected);
    if (!users) break;
    users.forEach(go);
  }
  return thingOf(at, connected, waiting.length > 0 || index.cut);
}

/** The configs that name classes whose code gives a name. Classes that have it by the same code are added to what is connected. Undefined where no classes are given. */
function* usersOf(
  project: Project,
  index: WorkspaceIndex,
  classes: readonly NamingClass[],
  connected: Connected,
): Steps<readonly FileId[] | undefined> {
  if (classes.length === 0) return undefined;
  const code = [...new Set(connected.written.map((span) => span.file))];
  for (const file of code) connected.addClasses(namingClassesOf(project, file));
  const names = classes.map(({ name }) => name);
  // Tasks name a function by its file.
  const found: FileId[] = [...code];
  for (const file of index.mayNameClasses()) {
    project.workspace.goesOn?.();
    yield;
    const read = project.workspace.read(file);
    if (read.kind !== 'text' || !names.some((name) => hasWord(read.text, name))) continue;
    if (index.of(file)) found.push(file);
    connected.addClasses(namingClassesOf(project, file));
  }
  return found;
}

/** The names of a config that it writes itself. */
function placesOf(names: SharedNames | undefined, file: FileId): SharedPlace[] {
  return (names?.names ?? []).flatMap(({ kind, name, text, at }) => {
    const span = text.span.file === file ? writtenAt(text.traced, at, at + name.length) : undefined;
    return span?.file === file ? [{ kind, name, span }] : [];
  });
}

function groupsOf(
  { names, unknown, fixed, reserved, classes }: SharedNames,
  file: FileId,
  at: SharedPlace,
  to: string | undefined,
): Group[] {
  const scopes = new Map<object, SharedName[]>();
  const taken = new Set<object>();
  for (const named of names) {
    if (named.kind !== at.kind) continue;
    if (named.name === to) taken.add(named.scope);
    if (named.name !== at.name) continue;
    const there = scopes.get(named.scope);
    if (there) there.push(named);
    else scopes.set(named.scope, [named]);
  }
  return [...scopes].map(([scope, own]) => {
    const spans = own.map((named) => ({ named, span: writtenAt(named.text.traced, named.at, named.at + named.name.length) }));
    return {
      file,
      places: spans.flatMap(({ named, span }) => (span ? [{ span, binds: named.binds }] : [])),
      computed: spans.find(({ span }) => !span)?.named.text.span,
      unknown: unknown.find((one) => one.kind === at.kind && one.scope === scope)?.span,
      fixed: to === undefined ? undefined : (fixed(at.kind, at.name, scope) ?? reserved(at.kind, to, scope)),
      naming: classes.get(scope)?.places(at.kind, at.name) ? classes.get(scope) : undefined,
      taken: taken.has(scope),
    };
  });
}

/** What is the same thing as one place: each group that has a place of another one that is, or its name by the same code. */
class Connected {
  private readonly known = new Map<string, PlaceOfName>();
  private readonly inCode = new Map<string, Span>();
  private readonly giving = new Map<string, NamingClass>();
  private readonly asked = new Set<NamingClass>();
  private unlinked: Group[] = [];
  private readonly found: Group[] = [];
  private told = 0;

  constructor(private readonly at: SharedPlace) {
    const { span, classes } = at;
    if (classes) classes.forEach((one) => this.give(one));
    else this.known.set(keyOf(span), { span, binds: false });
  }

  add(groups: readonly Group[]): void {
    this.unlinked.push(...groups);
    for (let before = -1; before !== this.found.length;) {
      before = this.found.length;
      this.unlinked = this.unlinked.filter((group) => !this.link(group));
    }
  }

  /** Those of the classes that have the name by code that others have it by. */
  addClasses(classes: readonly NamingClass[]): void {
    for (const one of classes) if (this.sharesCode(one)) this.give(one);
  }

  get linked(): readonly Group[] {
    return this.found;
  }

  get places(): readonly PlaceOfName[] {
    return [...this.known.values()].sort((a, b) =>
      a.span.file === b.span.file ? a.span.start - b.span.start : a.span.file < b.span.file ? -1 : 1,
    );
  }

  /** The classes that give the name, each once. */
  get classes(): readonly NamingClass[] {
    return [...this.giving.values()];
  }

  /** Where they write it. */
  get written(): readonly Span[] {
    return [...this.inCode.values()];
  }

  /** The classes with known places that have come since it was asked before. */
  unasked(): readonly NamingClass[] {
    const fresh = this.classes.filter((one) => !this.asked.has(one) && this.placesOf(one).length > 0);
    for (const one of fresh) this.asked.add(one);
    return fresh;
  }

  /** The places that have come since it was asked before. */
  fresh(): readonly PlaceOfName[] {
    const all = [...this.known.values()];
    const fresh = all.slice(this.told);
    this.told = all.length;
    return fresh;
  }

  private link(group: Group): boolean {
    if (!this.isSame(group)) return false;
    this.found.push(group);
    for (const place of group.places) {
      const key = keyOf(place.span);
      if (place.binds || !this.known.has(key)) this.known.set(key, place);
    }
    if (group.naming) this.give(group.naming);
    return true;
  }

  private isSame({ places, naming }: Group): boolean {
    // Tasks are known by their names in the whole workspace.
    if (this.at.kind === 'task' || places.some(({ span }) => this.known.has(keyOf(span)))) return true;
    return naming !== undefined && this.sharesCode(naming);
  }

  private sharesCode(naming: NamingClass): boolean {
    return this.placesOf(naming).some((span) => this.inCode.has(keyOf(span)));
  }

  private placesOf(naming: NamingClass): readonly Span[] {
    return naming.places(this.at.kind, this.at.name) ?? [];
  }

  private give(naming: NamingClass): void {
    const key = keyOf(naming.statement);
    if (this.giving.has(key)) return;
    this.giving.set(key, naming);
    for (const span of this.placesOf(naming)) this.inCode.set(keyOf(span), span);
  }
}

function keyOf({ file, start }: Span): string {
  return `${String(start)} ${file}`;
}
