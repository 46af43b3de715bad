import ts from 'typescript';

/**
 * The exported names that more than one file declares. A name that is only passed on (`export … from`, or the export of an import) is no second one.
 * @param {Iterable<{ readonly path: string, readonly text: string }>} files sources in TypeScript
 * @returns {{ name: string, paths: string[] }[]} by name
 */
export function doubleNames(files) {
  /** @type {Map<string, Set<string>>} */
  const declared = new Map();
  for (const { path, text } of files) {
    for (const name of exportedNames(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))) {
      declared.set(name, (declared.get(name) ?? new Set()).add(path));
    }
  }
  const doubles = [...declared].filter(([, paths]) => paths.size > 1).map(([name, paths]) => ({ name, paths: [...paths].sort() }));
  return doubles.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * What a file exports of its own.
 * @param {ts.SourceFile} source
 * @returns {string[]}
 */
function exportedNames(source) {
  const imported = new Set(source.statements.flatMap((statement) => (ts.isImportDeclaration(statement) ? importedNames(statement) : [])));
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return listedNames(statement, imported);
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return isExported ? declaredNames(statement) : [];
  });
}

/**
 * @param {ts.ImportDeclaration} statement
 * @returns {string[]}
 */
function importedNames({ importClause }) {
  const bindings = importClause?.namedBindings;
  const named =
    bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : bindings ? [bindings.name.text] : [];
  return importClause?.name ? [importClause.name.text, ...named] : named;
}

/**
 * The names of `export { a, b as c }`.
 * @param {ts.ExportDeclaration} statement
 * @param {ReadonlySet<string>} imported
 * @returns {string[]}
 */
function listedNames({ moduleSpecifier, exportClause }, imported) {
  if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.filter(({ name, propertyName }) => !imported.has((propertyName ?? name).text)).map(({ name }) => name.text);
}

/**
 * The names that an exported statement declares.
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const named = /** @type {{ name?: ts.Node }} */ (statement).name;
  return named && ts.isIdentifier(named) ? [named.text] : [];
}

/**
 * @param {ts.BindingName} name
 * @returns {string[]}
 */
function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}
