import { configFolders, findConfig, type FoundConfig, type NamedKind } from '../command-line/find-config.js';
import type { FileId } from '../core/span.js';
import { packageFolder, type Workspace } from '../core/workspace.js';
import type { Framework } from '../frameworks/face/framework.js';
import { frameworks } from '../frameworks/registry.js';

/** The frameworks whose command line names configs, the one to which most configs belong first. */
export const namingFrameworks: readonly Framework[] = frameworks.filter(({ commandLine }) => commandLine).toReversed();

/** Those of them whose package is within reach of a directory; all where that holds of none. */
export function namingFrameworksNear(workspace: Workspace, directory: FileId): readonly Framework[] {
  const near = namingFrameworks.filter((one) => packageOf(workspace, one, directory) !== undefined);
  return near.length > 0 ? near : namingFrameworks;
}

/** The directory of a framework's package. @param directory from which it is looked for */
export function packageOf(workspace: Workspace, { commandLine }: Framework, directory: FileId): FileId | undefined {
  return packageFolder(workspace, commandLine!.configs.split('/')[0]!, `${directory}/x.py`);
}

/** The config that a name on the command line of a framework means. @param configDirectory what `--config-dir` gives, absolute */
export function configNamed(
  workspace: Workspace,
  framework: Framework,
  kind: NamedKind,
  name: string,
  configDirectory: FileId,
): FoundConfig {
  const inPackage = packageOf(workspace, framework, configDirectory);
  const packaged = inPackage && `${inPackage}/${framework.commandLine!.configs.split('/').slice(1).join('/')}`;
  return findConfig(workspace, configFolders(kind, configDirectory, packaged), name);
}

/** The name of a config as it is given: `NAME/SUFFIX` takes the lists of a dataset's config whose names end in SUFFIX. */
export function splitDatasetName(given: string): readonly [name: string, suffix: string] {
  const slash = given.indexOf('/');
  return slash < 0 ? [given, '_datasets'] : [given.slice(0, slash), given.slice(slash + 1)];
}
