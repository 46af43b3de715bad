import { PyError } from '../core/errors.js';
import { spanOf, type ImportFrom, type Module, type Statement } from '../python/syntax/tree/ast.js';
import { isBaseAssignment, requireReadBase } from './lazy-detection.js';

/** A config's statements with the imports of its `with read_base():` in place of that statement. */
export interface Spliced {
  readonly body: readonly Statement[];
  /** In order, a module as often as it is imported from. */
  readonly bases: readonly ImportFrom[];
}

/**
 * Takes the first `with read_base():` of the top level apart (mmengine 0.11 `Config._get_base_modules`); later ones stay as they are.
 * @throws PyError AssertionError for anything but `from module import …` in it, ConfigParsingError for a `_base_` before it or another context
 */
export function spliceReadBase(module: Module): Spliced {
  for (const [i, node] of module.body.entries()) {
    if (isBaseAssignment(node)) throw new PyError('ConfigParsingError', mixedInheritance, spanOf(module.file, node));
    if (node.type !== 'With' || node.async) continue;
    requireReadBase(module.file, node);
    if (node.items.length > 1)
      throw new PyError(
        'ConfigParsingError',
        'Only `read_base` context manager can be used in the config',
        spanOf(module.file, node.items[1]!),
      );
    const bases = node.body.map((child) => requireBaseImport(module, child));
    return { body: [...module.body.slice(0, i), ...node.body, ...module.body.slice(i + 1)], bases };
  }
  return { body: module.body, bases: [] };
}

const mixedInheritance = `The configuration file type in the inheritance chain must match: a config with \`_base_ = …\` cannot be imported with \`with read_base()\`.`;

function requireBaseImport(module: Module, node: Statement): ImportFrom {
  const span = spanOf(module.file, node);
  if (node.type !== 'ImportFrom')
    throw new PyError(
      'AssertionError',
      'Illegal syntax in config file! Only `from ... import ...` could be implemented` in with read_base()`',
      span,
    );
  if (node.module === '')
    throw new PyError(
      'AssertionError',
      'Illegal syntax in config file! Syntax like `from . import xxx` is not allowed in `with read_base()`',
      span,
    );
  return node;
}
