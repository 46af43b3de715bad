// A recorded config as a Python file, a key or item a line, and where each of its parts stands.
import { numberText } from '../json.mjs';

/**
 * @param statements names and what they are given, in the conventions of the goldens
 * @returns the text, and the path of the innermost part that begins at a line (from 0): `['datasets', 0, 'infer_cfg']`
 */
export function pythonFile(statements) {
  const imports = new Map();
  const lines = [];
  const paths = [];
  const writer = {
    imports,
    line: (depth, text, path) => {
      lines.push('    '.repeat(depth) + text);
      paths.push(path);
    },
  };
  for (const [name, value] of Object.entries(statements)) write(writer, 0, `${name} = `, value, '', [name]);
  const head = [...imports].map(([name, module]) => `from ${module} import ${name}`);
  return { text: [...head, ...lines, ''].join('\n'), pathAt: (line) => paths[line - head.length] ?? [] };
}

/** Writes a value, with what stands before it on its first line and behind it on its last. */
function write(writer, depth, before, value, after, path) {
  const parts = partsOf(value);
  if (!parts || parts.items.length === 0) return writer.line(depth, before + scalarText(writer.imports, value) + after, path);
  writer.line(depth, before + parts.open, path);
  for (const { key, item, step } of parts.items) write(writer, depth + 1, key, item, ',', [...path, step]);
  writer.line(depth, parts.close + after, path);
}

function partsOf(value) {
  if (Array.isArray(value)) return { open: '[', close: ']', items: itemsOf(value) };
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value.$tuple)) return { open: '(', close: ')', items: itemsOf(value.$tuple) };
  if (Array.isArray(value.$dict)) return mapping(value.$dict.map(([key, item]) => [scalarText(new Map(), key), key, item]));
  if (numberText(value) !== undefined || Object.keys(value).some((key) => key.startsWith('$'))) return undefined;
  return mapping(Object.entries(value).map(([key, item]) => [pythonString(key), key, item]));
}

function itemsOf(items) {
  return items.map((item, step) => ({ key: '', item, step }));
}

function mapping(entries) {
  return { open: '{', close: '}', items: entries.map(([text, step, item]) => ({ key: `${text}: `, item, step: String(step) })) };
}

function scalarText(imports, value) {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) return '[]';
  if (typeof value !== 'object') return String(value);
  const number = numberText(value);
  if (number !== undefined) return number;
  if (typeof value.$ref === 'string') return imported(imports, value.$ref);
  if (value.$float !== undefined) return `float(${pythonString(value.$float)})`;
  if (value.$int !== undefined) return value.$int;
  if (Array.isArray(value.$tuple)) return '()';
  if (Array.isArray(value.$set))
    return value.$set.length === 0 ? 'set()' : `{${value.$set.map((item) => scalarText(imports, item)).join(', ')}}`;
  return Object.keys(value).length === 0 ? '{}' : 'None';
}

function imported(imports, ref) {
  const [, module, name] = /^(.*)\.([^.]+)$/.exec(ref) ?? [];
  if (module === undefined) return pythonString(ref);
  if (imports.has(name) && imports.get(name) !== module) return pythonString(ref);
  imports.set(name, module);
  return name;
}

function pythonString(text) {
  // JSON's escapes are Python's, but for halves of surrogates, which are the same too.
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029').replaceAll('\x7f', '\\x7f');
}
