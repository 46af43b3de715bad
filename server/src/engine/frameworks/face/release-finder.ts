import { CacheKey } from '../../core/cache-key.js';
import { releaseNamed } from '../../core/release-names.js';
import { isAtOrBelow, type FileId } from '../../core/span.js';
import type { Workspace } from '../../core/workspace.js';
import type { SettingsSource } from '../../core/settings.js';
import { versionIn, type VersionPlaces } from './package-version.js';
import type { FoundRelease, Releases } from './release.js';

/** What a framework says of its releases. */
export interface ReleaseTable {
  readonly framework: string;
  /** The package that configs are read for: `lm_eval`. */
  readonly packageName: string;
  readonly version: VersionPlaces;
  /** The oldest first. */
  readonly releases: readonly { readonly name: string }[];
  readonly newest: string;
  /**
   * The release whose behaviour the source of the package has, by what stands in it: numbers in checkouts are often those of another one.
   * @param folder the package; undefined where the source does not tell
   * @param says the release that its number names
   */
  bySource(folder: FileId, workspace: Workspace, says: string | undefined): string | undefined;
}

/** What was found in a directory of packages; `found` is undefined where it holds none that tells. */
type Found = ReadonlyMap<FileId, FoundRelease | undefined>;

/**
 * The release that behaves as a source does; among those that behave alike the one that a number names, else the newest of them.
 * @param flags what stands in the source, by the names that the releases have for it
 */
export function releaseWith<Release extends { readonly name: string }>(
  flags: Partial<Release>,
  releases: readonly Release[],
  says: string | undefined,
): string | undefined {
  const names = Object.keys(flags) as (keyof Release)[];
  const alike = releases.filter((release) => names.every((name) => release[name] === flags[name]));
  return (alike.find(({ name }) => name === says) ?? alike.at(-1))?.name;
}

/** Finds the release around a file: as set, as the package within reach tells, or the newest. */
export function releasesOf(table: ReleaseTable): Releases {
  const key = new CacheKey<Map<FileId, FoundRelease | undefined>>(`releases of ${table.framework}`);
  const newest: FoundRelease = { name: table.newest, by: 'newest' };
  const named = (version: string): string | undefined => releaseNamed(table.releases, version)?.name;
  return {
    known: table.releases.map(({ name }) => name),
    newest: table.newest,
    named,
    around(file, workspace) {
      const root = workspace.packageRoot(table.packageName, file);
      return root === undefined ? undefined : releaseIn(root, table, named, workspace);
    },
    find(file, surroundings) {
      const set = setRelease(file, table, surroundings, named);
      if (set !== undefined) return { name: set, by: 'set' };
      const { workspace } = surroundings;
      const root = workspace.packageRoot(table.packageName, file);
      if (root === undefined) return newest;
      const known = surroundings.remember(key, () => remembered());
      if (!known.has(root)) known.set(root, releaseIn(root, table, named, workspace));
      return known.get(root) ?? newest;
    },
  };

  function remembered(): { value: Map<FileId, FoundRelease | undefined>; concerns: (file: FileId, typing: boolean) => boolean } {
    const value = new Map<FileId, FoundRelease | undefined>();
    return { value, concerns: (changed, typing) => !typing && touches(value, table, changed) };
  }
}

/** Whether a change is one of the files that releases are told by; a folder above them is all of them. */
function touches(known: Found, { packageName, version }: ReleaseTable, changed: FileId): boolean {
  return [...known.keys()].some(
    (root) =>
      isAtOrBelow(root, changed) ||
      version.files.some((file) => changed === `${root}/${file}`) ||
      (isAtOrBelow(changed, `${root}/${packageName}`) && /\/(?:utils|samplers|task|base_api|prompt)\.py$/.test(changed)),
  );
}

/** The release of the settings: under the id of the framework. One that is not known is left out. */
function setRelease(file: FileId, { framework }: ReleaseTable, source: SettingsSource, named: Releases['named']): string | undefined {
  const version = source.settingsOf(file).release[framework];
  return version === undefined ? undefined : named(version);
}

function releaseIn(root: FileId, table: ReleaseTable, named: Releases['named'], workspace: Workspace): FoundRelease | undefined {
  const said = versionIn(root, table.version, workspace);
  const number = said && named(said.version);
  const folder = `${root === '/' ? '' : root}/${table.packageName}`;
  const name = table.bySource(folder, workspace, number) ?? number;
  if (name === undefined) return undefined;
  return { name, by: 'found', from: said?.from ?? folder, ...(said && said.version !== name && { says: said.version }) };
}
