import { PyError } from '../core/errors.js';
import { branchesOf, spanOf, type Import, type ImportFrom, type Module, type Statement } from '../python/syntax/tree/ast.js';
import { isReallyImported } from '../python/interpreter/imports.js';
import { moduleName } from '../python/syntax/tree/bound-names.js';

/** What to do for the imports of a lazy config before its code runs. */
export interface ImportVisitor {
  /** `from base import …` of a base module, wherever it stands. */
  importBase(node: ImportFrom): void;
  /** An import that mmengine refuses. */
  refuse(error: PyError): void;
}

/**
 * Goes through all imports of a lazy config in the order of mmengine's `ImportTransformer` (0.11 `config/utils.py`).
 * @returns the names that imports bind and that a dump leaves out
 */
export function transformImports(
  module: Module,
  body: readonly Statement[],
  baseModules: ReadonlySet<string>,
  visitor: ImportVisitor,
): Set<string> {
  const transform = new Transform(module, baseModules, visitor);
  transform.visit(body);
  for (const node of body) if (node.type === 'Import') transform.gather(node);
  if (transform.emptied) visitor.refuse(transform.emptied);
  return transform.imported;
}

class Transform {
  readonly imported = new Set<string>();
  /** The exception that compiling raises where a block holds nothing but base imports, which are taken out. */
  emptied: PyError | undefined;

  constructor(
    private readonly module: Module,
    private readonly baseModules: ReadonlySet<string>,
    private readonly visitor: ImportVisitor,
  ) {}

  visit(body: readonly Statement[]): void {
    for (const node of body) {
      if (node.type === 'ImportFrom') this.importFrom(node);
      else if (node.type === 'Import') this.importModule(node);
      else this.visitInside(node);
    }
  }

  private visitInside(node: Statement): void {
    switch (node.type) {
      case 'If': {
        const branches = branchesOf(node);
        for (const branch of branches) this.block(branch, branch.body);
        this.visit(branches[branches.length - 1]!.orelse);
        break;
      }
      case 'For':
      case 'While':
        this.block(node, node.body);
        this.visit(node.orelse);
        break;
      case 'Try':
        this.block(node, node.body);
        for (const handler of node.handlers) this.block(node, handler.body);
        this.visit(node.orelse);
        this.visit(node.finalbody);
        break;
      case 'With':
      case 'FunctionDef':
      case 'ClassDef':
        this.block(node, node.body);
        break;
    }
  }

  private block(node: Statement, body: readonly Statement[]): void {
    this.visit(body);
    const emptied = body.length > 0 && body.every((child) => child.type === 'ImportFrom' && this.baseModules.has(moduleName(child)));
    if (emptied) this.emptied ??= new PyError('ValueError', `empty body on ${node.type}`, spanOf(this.module.file, node));
  }

  private importFrom(node: ImportFrom): void {
    const module = moduleName(node);
    const refuse = (text: string): void => {
      this.visitor.refuse(new PyError('ConfigParsingError', text, spanOf(this.module.file, node)));
    };
    if (node.level === 0 && isReallyImported(module)) {
      if (node.star) refuse('Cannot import * from non-base config');
      this.add(node);
    } else if (this.baseModules.has(module)) this.visitor.importBase(node);
    else if (node.star) refuse('Illegal syntax in config! `from xxx import *` is not allowed to appear outside the `if base:` statement');
    else this.add(node);
  }

  private add(node: ImportFrom): void {
    for (const { name, asName } of node.names) this.imported.add((asName ?? name).name);
  }

  private importModule(node: Import): void {
    if (node.names.length > 1) {
      const text = 'Illegal syntax in config! import multiple modules in one line is not supported';
      this.visitor.refuse(new PyError('AssertionError', text, spanOf(this.module.file, node)));
    }
    for (const { asName } of node.names) if (asName) this.imported.add(asName.name);
  }

  /** `import torch` at the top level is bound before all else; mmengine counts its name as imported. */
  gather(node: Import): void {
    for (const { name, asName } of node.names) if (!asName && !isReallyImported(name.name)) this.imported.add(name.name.split('.')[0]!);
  }
}
