import { hasWord, ofName, wordPlaces } from '../core/word-places.js';
import type { Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import { spanOf, type ImportFrom, type Statement } from '../python/syntax/tree/ast.js';
import { moduleName } from '../python/syntax/tree/bound-names.js';
import { locateBase } from './base-module.js';
import type { Load } from './load.js';

/** What configs define for others, by custom. */
const configNames = /(?:^|_)(?:datasets|models?|summarizer|summary_groups|infer_cfg|reader_cfg|eval_cfg)$/;

/**
 * Imports of other configs that stand outside of `with read_base():`, one problem a name: there mmengine makes a mere name of what is imported (0.11 `config/lazy.py`),
 * nothing is brought in, and nothing raises until it is used. Only what leads to a file beside the document or in a folder of configs, in a document that
 * is one itself: other code imports as it likes.
 */
export function outsideBases(run: Load, body: readonly Statement[], bases: ReadonlySet<string>): Problem[] {
  const imports = body.filter((node): node is ImportFrom => node.type === 'ImportFrom');
  const knowsBases = imports.some(({ names }) => names.some(({ name }) => name.name === 'read_base'));
  return imports.flatMap((node) => {
    const module = moduleName(node);
    if (bases.has(module) || !(module.startsWith('.') || /\.configs\./.test(module))) return [];
    const named = node.names.filter(({ name }) => knowsBases || configNames.test(name.name));
    if (named.length === 0 || !isConfigFile(run, node, module)) return [];
    return named.map(({ name }) => ({
      kind: 'base-outside',
      span: spanOf(run.file, name),
      message: say`The name ${name.name} is imported outside of \`with read_base():\`, where an import only gives a name: what the other config defines is not part of this one. Import it within such a block.`,
    }));
  });
}

function isConfigFile({ file, context: { workspace }, dependencies }: Load, node: ImportFrom, module: string): boolean {
  const located = locateBase(module, file, workspace, spanOf(file, node.moduleRange));
  if (!('file' in located)) return false;
  dependencies.add(located.file);
  const read = workspace.read(located.file);
  // A module of the user's with functions and classes is no config, though no config can import it so.
  return read.kind === 'text' && node.names.every(({ name }) => isValue(read.text, name.name));
}

function isValue(source: string, name: string): boolean {
  const isDefined = [...wordPlaces(source, name, ofName)].some((at) =>
    /(?:^|\n)(?:async )?(?:def|class) $/.test(source.slice(Math.max(0, at - 14), at)),
  );
  return !isDefined && hasWord(source, name, ofName);
}
