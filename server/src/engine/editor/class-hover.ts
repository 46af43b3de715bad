import type { LoadedColumns } from '../classes/columns/load-columns.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import type { Value } from '../core/value.js';
import { codeBlock, codeSpan } from '../core/markdown.js';
import { say } from '../core/say.js';
import { baseName } from '../core/span.js';

/** The most keys that are listed. */
const most = 40;

const metaTemplateWords = {
  own: undefined,
  default: say`its own meta template where none is given`,
  ignored: say`reads no meta template`,
} as const;

/** The keys that the class of a model or dataset takes, its parser, and where that is known from. Undefined where nothing is. */
export function classMarkdown(
  { framework, surroundings, config }: LoadedConfig,
  kind: 'model' | 'dataset',
  type: Value,
): string | undefined {
  const facts = framework.classFacts?.(kind, type, config.evaluation.file, surroundings.classes);
  if (!facts) return undefined;
  const lines: string[] = [];
  if (facts.signature) {
    const keys = [...facts.signature.keys].map(([name, { required }]) => (required ? `${name}` : `${name}=…`));
    const shown = [...keys.slice(0, most), ...(keys.length > most || facts.signature.open ? ['…'] : [])];
    lines.push(codeBlock(`${facts.name}(${shown.join(', ')})`, 'python'));
  }
  const columns = facts.columns?.();
  if (columns && columns.known !== 'unknown') lines.push(columnsMarkdown(columns));
  const parser = facts.parser && say`${facts.parser === 'api' ? 'API' : 'LM'} parser`;
  const meta = facts.metaTemplate && metaTemplateWords[facts.metaTemplate];
  const origin = facts.file === undefined ? say`table of ${framework.version}` : say`from your source, ${codeSpan(baseName(facts.file))}`;
  lines.push([parser, meta, origin].filter((part) => part !== undefined).join(' · '));
  return lines.join('\n\n');
}

/** The columns of the datasets of a class, as its source tells. */
function columnsMarkdown({ known, columns, some }: LoadedColumns): string {
  const listed = (names: readonly string[]): string =>
    [...names.slice(0, most).map(codeSpan), ...(names.length > most ? ['…'] : [])].join(', ');
  const others = some.length > 0 ? say`, some of them ${listed(some)}` : known === 'exact' ? '' : say` and others`;
  return say`Columns: ${known === 'exact' ? '' : say`at least `}${listed(columns)}${others}`;
}
