import type { At, Comprehension, FunctionDef, Identifier, Lambda, Module, Statement } from '../../python/syntax/tree/ast.js';
import { boundNames, functionNames, targetNames } from '../../python/syntax/tree/bound-names.js';
import { walk, type Node } from '../../python/syntax/tree/walk.js';

/** A place where a module's variable is written. */
export interface NamePlace extends At {
  /** Whether it is given a value here, else it is read. */
  readonly binds: boolean;
  /** It is bound by an import of code, under the name that it has there. */
  readonly fromCode?: true;
}

const noBases: ReadonlySet<string> = new Set();

/**
 * Where a module's own variable `name` is written, in the order of the text; what functions, lambdas and comprehensions bind under the same name is another one. Imports of bases are
 * left out.
 * @param baseImports the imports of bases, which are judged by who knows where they lead
 */
export function placesOfVariable(module: Module, name: string, baseImports: ReadonlySet<Statement>): NamePlace[] {
  const search = new Search(name, baseImports);
  search.visit(module.body);
  return search.found.sort((a, b) => a.start - b.start);
}

class Search {
  private readonly places: NamePlace[] = [];
  /** Where targets begin: they come again as names, and are known by it. */
  private readonly bound = new Set<number>();

  constructor(
    private readonly name: string,
    private readonly baseImports: ReadonlySet<Statement>,
  ) {}

  visit(nodes: readonly (Node | undefined)[]): void {
    walk(
      nodes.filter((node) => node !== undefined),
      (node) => this.enter(node),
    );
  }

  /** @returns whether the parts of the node are to be visited as they come */
  private enter(node: Node): boolean {
    switch (node.type) {
      case 'Name':
        if (node.name === this.name) this.places.push({ start: node.start, end: node.end, binds: false });
        return true;
      case 'Assign':
        this.bind(...node.targets);
        return true;
      case 'AugAssign':
      case 'AnnAssign':
      case 'For':
      case 'NamedExpression':
        this.bind(node.target);
        return true;
      case 'Import':
      case 'ImportFrom':
        return this.imported(node);
      case 'Try':
        for (const handler of node.handlers) this.identifier(handler.name);
        return true;
      case 'Global':
        for (const named of node.names) this.identifier(named);
        return true;
      case 'FunctionDef':
        this.identifier(node.name);
        return this.inFunction(node);
      case 'Lambda':
        return this.inFunction(node);
      case 'ClassDef':
        this.identifier(node.name);
        return (
          this.inClass(node.body) || (this.visit([...node.bases, ...node.keywords.map(({ value }) => value), ...node.decorators]), false)
        );
      case 'Comprehension':
        return this.inComprehension(node);
      default:
        return true;
    }
  }

  private bind(...targets: readonly Node[]): void {
    for (const target of targets)
      walk([target], (node) => {
        if (node.type === 'Subscript' || node.type === 'Attribute') return false;
        if (node.type === 'Name' && node.name === this.name) this.bound.add(node.start);
        return true;
      });
  }

  get found(): NamePlace[] {
    return this.places.map((place) => (this.bound.has(place.start) ? { ...place, binds: true } : place));
  }

  private identifier(named: Identifier | undefined): void {
    if (named?.name === this.name) this.places.push({ start: named.start, end: named.end, binds: true });
  }

  private imported(node: Extract<Statement, { type: 'Import' | 'ImportFrom' }>): boolean {
    if (this.baseImports.has(node)) return false;
    for (const { name, asName } of node.names) {
      if (asName) this.identifier(asName);
      else if (name.name === this.name) this.places.push({ start: name.start, end: name.end, binds: true, fromCode: true });
    }
    return false;
  }

  private inFunction(node: FunctionDef | Lambda): boolean {
    if (!functionNames(node, noBases).locals.has(this.name)) return true;
    const { positionalOnly, positional, keywordOnly } = node.parameters;
    this.visit([...positionalOnly, ...positional, ...keywordOnly].flatMap(({ annotation, defaultValue }) => [annotation, defaultValue]));
    if (node.type === 'FunctionDef') this.visit([...node.decorators, node.returns]);
    return false;
  }

  /** Of a class that binds the name itself only its methods see the module's. */
  private inClass(body: readonly Statement[]): boolean {
    if (!boundNames(body, noBases).has(this.name)) return true;
    for (const statement of body)
      if (statement.type === 'FunctionDef' && !functionNames(statement, noBases).locals.has(this.name)) this.visit(statement.body);
    return false;
  }

  private inComprehension(node: Comprehension): boolean {
    if (!node.clauses.some(({ target }) => targetNames(target).includes(this.name))) return true;
    this.visit([node.clauses[0]?.iter]);
    return false;
  }
}
