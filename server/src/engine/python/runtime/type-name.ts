import type { Value } from '../../core/value.js';
import { MemberIntValue, OwnDictValue } from './class-objects.js';
import { FrozenSetValue, NumpyIntValue, StrSubclassValue } from './objects.js';

/** `type(v).__name__`: `int`, `ConfigDict`, `NoneType`. An unknown value has the name `unknown`, which no type of Python's has. */
export function typeName(v: Value): string {
  switch (v.kind) {
    case 'none':
      return 'NoneType';
    case 'dict':
      return v instanceof OwnDictValue ? v.ofClass.name : v.className;
    case 'str':
      return v instanceof StrSubclassValue ? v.className : 'str';
    case 'set':
      return v instanceof FrozenSetValue ? 'frozenset' : 'set';
    case 'object':
      return v.typeName;
    case 'ref':
      return v.attribute ? 'LazyAttr' : v.refKind === 'module' && v.path.startsWith('mmengine') ? 'module' : refTypeNames[v.refKind];
    case 'int':
      return v instanceof MemberIntValue ? v.ofClass.name : v instanceof NumpyIntValue ? 'int64' : 'int';
    case 'callable':
      return callableTypeNames[v.callableKind];
    default:
      return v.kind;
  }
}

/** The modules that are really imported are ModuleValues, but for mmengine's own. */
const refTypeNames = {
  lazy: 'LazyObject',
  class: 'type',
  function: 'function',
  builtin: 'builtin_function_or_method',
  module: 'LazyObject',
} as const;
const callableTypeNames = {
  class: 'type',
  function: 'function',
  method: 'method',
  builtin: 'builtin_function_or_method',
  method_descriptor: 'method_descriptor',
  module: 'module',
} as const;
