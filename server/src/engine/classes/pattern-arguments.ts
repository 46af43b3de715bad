import { oncePer } from '../core/once-per.js';
import { patternReaders } from '../python/runtime/modules/re-fault.js';
import { walk } from '../python/syntax/tree/walk.js';
import type { Expression, FunctionDef } from '../python/syntax/tree/ast.js';

/** An argument that a function takes for a regular expression, and the highest group that it reads of what it finds. */
interface PatternArgument {
  readonly name: string;
  readonly group: number;
}

/** The parameters of a function that it hands to `re` as they are: those that it gives another value are left out. The group is known where it looks for a pattern once. */
export const patternArguments = oncePer(({ parameters, body }: FunctionDef): readonly PatternArgument[] => {
  const names = new Set([...parameters.positional, ...parameters.keywordOnly].map(({ name }) => name.name));
  const patterns: string[] = [];
  let [searches, group] = [0, 0];
  walk(body, (node) => {
    if (node.type === 'Assign') for (const target of node.targets) if (target.type === 'Name') names.delete(target.name);
    if (node.type === 'Call' && node.callee.type === 'Attribute') {
      const { object, attribute } = node.callee;
      if (object.type === 'Name' && object.name === 're' && patternReaders.has(attribute.name)) {
        searches++;
        const [pattern] = node.positional;
        if (pattern?.type === 'Name') patterns.push(pattern.name);
      }
      if (attribute.name === 'group') group = Math.max(group, groupAsked(node.positional[0]));
    }
    return true;
  });
  return patterns.filter((name) => names.has(name)).map((name) => ({ name, group: searches === 1 ? group : 0 }));
});

function groupAsked(asked: Expression | undefined): number {
  return asked?.type === 'Int' ? Number(asked.value) : 0;
}
