import { PyError } from '../core/errors.js';
import { say } from '../core/say.js';
import type { FileId, Span } from '../core/span.js';
import type { Workspace } from '../core/workspace.js';

/** The packages whose configs mmengine finds by `package::path`, with the distribution that holds each (mmengine 0.11 `MODULE2PACKAGE`). */
const distributions = new Map(
  [
    'mmcls',
    'mmdet',
    'mmdet3d',
    'mmtrack',
    'mmpose',
    'mmedit',
    'mmocr',
    'mmgen',
    'mmfewshot',
    'mmrazor',
    'mmflow',
    'mmhuman3d',
    'mmrotate',
    'mmselfsup',
  ]
    .concat(['mmyolo', 'mmpretrain', 'mmagic'])
    .map((name): [string, string] => [name, name])
    .concat([
      ['mmseg', 'mmsegmentation'],
      ['mmaction', 'mmaction2'],
    ]),
);

/**
 * What mmengine raises for a base `package::path` that it cannot have, with a sentence for the user; undefined where it looks into the package
 * (mmengine 0.11 `Config._get_cfg_path`, `_get_package_and_cfg_path`).
 */
export function refuseExternal(
  path: string,
  from: FileId,
  workspace: Workspace,
  span: Span,
): { readonly error: PyError; readonly message: string } | undefined {
  const refused = (type: string, text: string, why: string): { error: PyError; message: string } => ({
    error: new PyError(type, text, span),
    message: say`${why}: loading this config raises ${type}.`,
  });
  if (!/^[\p{L}\p{N}_]*::[\p{L}\p{N}_]*\//u.test(path))
    return refused(
      'ValueError',
      `${path} does not name a package and a config in it, like package::directory/config.py`,
      say`${path} is not of the form package::directory/config.py`,
    );
  if (path.split('::').length > 2)
    return refused('ValueError', `there is more than one :: in ${path}`, say`There is more than one :: in ${path}`);
  const name = path.slice(0, path.indexOf('::'));
  const distribution = distributions.get(name);
  if (distribution === undefined)
    return refused(
      'AssertionError',
      `mmengine does not support to load ${name} config.`,
      say`mmengine takes no base configs from the package ${name}`,
    );
  if (workspace.packageRoot(name, from) !== undefined) return undefined;
  return refused(
    'ModuleNotFoundError',
    `${distribution} is not installed, please install ${distribution} manually`,
    say`The package ${name} was not found`,
  );
}
