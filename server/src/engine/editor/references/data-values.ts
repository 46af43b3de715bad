import type { Call, Comprehension, Expression } from '../../python/syntax/tree/ast.js';
import { namesIn } from '../../python/syntax/tree/walk.js';

/** Modules and classes of libraries whose functions read data. */
const libraries: ReadonlySet<string> = new Set(['json', 'csv', 'pickle', 'yaml', 'jsonlines', 'MsDataset']);
const readers: ReadonlySet<string> = new Set(['open', 'load_dataset', 'load_from_disk']);
/** What gives the same items, or pairs of them and numbers. */
const passing: ReadonlySet<string> = new Set(['enumerate', 'tqdm', 'zip', 'list', 'sorted', 'reversed', 'iter', 'next']);
/** Methods of data that give parts of it, and change nothing. */
const parting: ReadonlySet<string> = new Set(
  'items values keys get read readline readlines splitlines split strip rstrip lstrip to_list to_dict to_pandas iterrows select shuffle'.split(
    ' ',
  ),
);

/** The readings that a value may be a part of, by where they stand; empty for a plain value. */
export type Readings = ReadonlySet<number>;

/** What names hold at a point of a function: undefined for what is no data, or may be none. */
export interface HeldData {
  get(name: string): Readings | undefined;
  /** Whether a function of that name gives nothing but data. */
  isReading(name: string): boolean;
}

const none: Readings = new Set([]);

/** What an expression gives of data, as it comes from files: all of it, a part of it, or a plain value. Undefined: it may give something else. */
export function dataIn(node: Expression | undefined, held: HeldData): Readings | undefined {
  switch (node?.type) {
    case 'Name':
      return held.get(node.name);
    case 'String':
    case 'FString':
    case 'Int':
    case 'Float':
    case 'Constant':
      return none;
    case 'Subscript':
    case 'Attribute':
      return dataIn(node.object, held);
    case 'Conditional':
      return both([node.body, node.orelse], held);
    case 'BinaryOperation':
      return both([node.left, node.right], held);
    case 'BooleanOperation':
      return both(node.values, held);
    case 'Call':
      return dataOfCall(node, held);
    case 'Comprehension':
      return node.of === 'dict' ? undefined : dataIn(node.element, new HeldWithin(node.clauses, held));
    default:
      return undefined;
  }
}

/** What names hold within a comprehension: what it binds is what it goes through. */
class HeldWithin implements HeldData {
  private readonly bound = new Map<string, Readings | undefined>();

  constructor(
    clauses: Comprehension['clauses'],
    private readonly around: HeldData,
  ) {
    for (const { target, iter } of clauses) {
      const data = dataIn(iter, this);
      for (const name of namesIn([target])) this.bound.set(name, data);
    }
  }

  get(name: string): Readings | undefined {
    return this.bound.has(name) ? this.bound.get(name) : this.around.get(name);
  }

  isReading(name: string): boolean {
    return !this.bound.has(name) && this.around.isReading(name);
  }
}

function both(nodes: readonly Expression[], held: HeldData): Readings | undefined {
  const parts = nodes.map((node) => dataIn(node, held));
  return parts.reduce((all, part) => all && part && new Set([...all, ...part]), none);
}

function dataOfCall({ callee, positional, start }: Call, held: HeldData): Readings | undefined {
  if (callee.type === 'Name') {
    if (readers.has(callee.name) || held.isReading(callee.name)) return new Set([start]);
    return passing.has(callee.name) && positional.length > 0 ? both(positional, held) : undefined;
  }
  if (callee.type !== 'Attribute') return undefined;
  const { object, attribute } = callee;
  if (object.type === 'Name' && libraries.has(object.name) && !held.get(object.name))
    return new Set([start, ...positional.flatMap((one) => [...(dataIn(one, held) ?? [])])]);
  return parting.has(attribute.name) ? dataIn(object, held) : undefined;
}
