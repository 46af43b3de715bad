import type { Comprehension, Expression, Parameters, Statement, SyntaxProblem } from './tree/ast.js';
import { targetNames } from './tree/bound-names.js';
import { walk } from './tree/walk.js';

/** Where in a comprehension an expression stands. */
interface Place {
  readonly inClass: boolean;
  /** Within what a comprehension goes through. */
  readonly inIterable: boolean;
  readonly comprehension: boolean;
  /** Names that the comprehensions around bind. */
  readonly bound: ReadonlySet<string>;
}

const outside: Place = { inClass: false, inIterable: false, comprehension: false, bound: new Set() };

/** Where CPython's symbol table refuses `:=` in and around comprehensions (3.11 `Python/symtable.c`). Costs nothing where the text has none. */
export function namedExpressionProblems(text: string, body: readonly Statement[]): SyntaxProblem[] {
  if (!text.includes(':=')) return [];
  const problems: SyntaxProblem[] = [];
  const visit = (nodes: readonly (Statement | Expression)[], place: Place): void => {
    walk(nodes, (node) => {
      switch (node.type) {
        case 'Comprehension':
          visitComprehension(node, place);
          return false;
        case 'Lambda':
          visit(defaultsOf(node.parameters), place);
          visit([node.body], { ...outside, inIterable: place.inIterable });
          return false;
        case 'FunctionDef':
          visit([...node.decorators, ...defaultsOf(node.parameters)], place);
          visit(node.body, outside);
          return false;
        case 'ClassDef':
          visit([...node.decorators, ...node.bases, ...node.keywords.map(({ value }) => value)], place);
          visit(node.body, { ...outside, inClass: true });
          return false;
        case 'NamedExpression': {
          const message = refusal(node.target.name, place);
          if (message !== undefined) problems.push({ start: node.start, end: node.end, message, stage: 'compiler' });
          return true;
        }
        default:
          return true;
      }
    });
  };
  const visitComprehension = ({ clauses, element, value }: Comprehension, place: Place): void => {
    const bound = new Set([...place.bound, ...clauses.flatMap(({ target }) => targetNames(target))]);
    const inner: Place = { ...place, comprehension: true, bound };
    for (const { iter, conditions } of clauses) {
      visit([iter], { ...place, inIterable: true });
      visit(conditions, inner);
    }
    visit(value ? [element, value] : [element], inner);
  };
  visit(body, outside);
  return problems;
}

function defaultsOf({ positionalOnly, positional, keywordOnly }: Parameters): Expression[] {
  return [...positionalOnly, ...positional, ...keywordOnly].flatMap(({ defaultValue }) => defaultValue ?? []);
}

function refusal(name: string, { inIterable, comprehension, inClass, bound }: Place): string | undefined {
  if (inIterable) return 'assignment expression cannot be used in a comprehension iterable expression';
  if (!comprehension) return undefined;
  if (bound.has(name)) return `assignment expression cannot rebind comprehension iteration variable '${name}'`;
  return inClass ? 'assignment expression within a comprehension cannot be used in a class body' : undefined;
}
