import { defaultLimits } from '../../core/evaluation.js';
import { PyError } from '../../core/errors.js';
import { say } from '../../core/say.js';
import { NoneValue, type Value } from '../../core/value.js';
import { bind, unknown } from '../../python/runtime/call-arguments.js';
import { lookingFunction, moduleOf } from '../../python/runtime/modules/module.js';
import type { ModuleValue, Runtime } from '../../python/runtime/runtime.js';
import { readYaml } from '../../yaml/read-yaml.js';

/** The module `yaml` (PyYAML 6) as far as it reads one document of plain values. */
export function yamlModule(): ModuleValue {
  const load = (name: string): Value =>
    lookingFunction(`yaml.${name}`, (runtime, args) => loaded(runtime, bind(name, args, ['stream', 'Loader'], 1)[0]!));
  const loader = new NoneValue({ file: '', start: 0, end: 0 });
  return moduleOf('yaml', {
    safe_load: load('safe_load'),
    full_load: load('full_load'),
    load: load('load'),
    SafeLoader: loader,
    FullLoader: loader,
    Loader: loader,
    CSafeLoader: loader,
  });
}

/** @throws PyError what PyYAML raises on the text */
function loaded(runtime: Runtime, stream: Value): Value {
  const source =
    stream.kind === 'str' ? stream : runtime.call(runtime.getAttribute(stream, 'read'), { positional: [], keywords: new Map() });
  if (source.kind !== 'str') return source.kind === 'unknown' ? source : unknown(runtime, say`YAML of bytes is not read`);
  runtime.step(source.text.length >> 2);
  if (/!!?[\w(]/.test(source.text) && /(?:^|[\s,[{:-])!/.test(source.text))
    return unknown(runtime, say`YAML with tags is not followed here`);
  const { value, error, problems } = readYaml(runtime.file, source.text, defaultLimits, 'lm-eval');
  if (error) throw new PyError(error.type, error.text);
  return value ?? unknown(runtime, problems[0]?.message ?? say`This YAML is not read`);
}
