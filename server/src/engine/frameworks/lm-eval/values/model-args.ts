/**
 * `--model_args` as lm-evaluation-harness 0.4.13 splits it (`utils.py`, `simple_parse_args_string`): `pretrained=org/name,max_length=4096`. Values stay the texts that they are; of a name
 * that is given twice the last one counts. A JSON object is taken, too.
 */
export function parseModelArgs(text: string): ReadonlyMap<string, string> {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return ofJson(trimmed);
  const pairs = trimmed.split(',').filter((pair) => pair !== '');
  return new Map(pairs.map((pair) => [pair.split('=', 1)[0]!.trim(), pair.slice(pair.indexOf('=') + 1).trim()]));
}

function ofJson(text: string): ReadonlyMap<string, string> {
  try {
    const object = JSON.parse(text) as object;
    return new Map(
      Object.entries(object).map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
  } catch {
    return new Map();
  }
}
