import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { chargeCharacters, checkSize } from '../../../core/cost.js';
import { say } from '../../../core/say.js';
import { BytesValue, NoneValue, str, type UnknownValue, type Value } from '../../../core/value.js';
import { bind, positional, typeError, unknown, unknownArgument, valueError } from '../call-arguments.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Runtime } from '../runtime.js';
import { typeName } from '../semantics.js';
import { UnknownSignal } from '../unknown-signal.js';
import { builtin, moduleOf, type ModuleFunction } from './module.js';

const hashes = { md5, sha1, sha224, sha256, sha384, sha512 };
type HashName = keyof typeof hashes;

function isHash(name: string): name is HashName {
  return Object.hasOwn(hashes, name);
}

/** A hash object: what it was given so far, hashed when it is asked for. */
function hashObject(runtime: Runtime, name: HashName, first: string): LibraryObject {
  let bytes = first;
  let lost: UnknownValue | undefined;
  const { span } = runtime;
  const digest = (): Uint8Array => {
    if (lost) throw new UnknownSignal(lost);
    chargeCharacters(bytes.length);
    return hashes[name](unitsOf(bytes));
  };
  const method = (member: string, run: (r: Runtime) => Value): Value =>
    new BuiltinValue(`${name}.${member}`, span, (r, args) => {
      positional(member, args, 0, 0);
      return run(r);
    });
  const members: Record<string, () => Value> = {
    name: () => str(name, span),
    hexdigest: () => method('hexdigest', (r) => str(bytesToHex(digest()), r.span)),
    digest: () => method('digest', (r) => new BytesValue(String.fromCharCode(...digest()), r.span)),
    copy: () => method('copy', (r) => lost ?? hashObject(r, name, bytes)),
    update: () =>
      new BuiltinValue(`${name}.update`, span, (r, args) => {
        const hole = unknownArgument(args);
        if (hole) return (lost ??= hole);
        bytes += bytesOf(positional('update', args, 1, 1)[0]!);
        checkSize(bytes.length);
        return new NoneValue(r.span);
      }),
  };
  return new LibraryObject('HASH', span, (member) => (Object.hasOwn(members, member) ? members[member]!() : undefined), {
    forget: (unknown) => {
      lost ??= unknown;
    },
  });
}

function unitsOf(bytes: string): Uint8Array {
  const units = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) units[i] = bytes.charCodeAt(i);
  return units;
}

/** @throws PyError TypeError for anything but bytes */
function bytesOf(value: Value): string {
  if (value.kind === 'bytes') return value.bytes;
  if (value.kind === 'str') throw typeError('Strings must be encoded before hashing');
  throw typeError(`object supporting the buffer API required, not ${typeName(value)}`);
}

function constructorOf(name: HashName): ModuleFunction {
  return (runtime, args) => {
    const [data] = bind(`openssl_${name}`, args, ['string', 'usedforsecurity'], 0);
    return hashObject(runtime, name, data ? bytesOf(data) : '');
  };
}

const named: ModuleFunction = (runtime, args) => {
  const [name, data] = bind('new', args, ['name', 'data'], 1);
  if (name!.kind !== 'str') throw typeError(`new() argument 'name' must be str, not ${typeName(name!)}`);
  if (isHash(name!.text)) return hashObject(runtime, name!.text, data ? bytesOf(data) : '');
  if (/^[a-z0-9_-]+$/i.test(name!.text)) return unknown(runtime, say`the hash ${name!.text} is not modelled`);
  throw valueError(`unsupported hash type ${name!.text}`);
};

/** The module `hashlib` (CPython 3.11), as far as MD5, SHA-1 and SHA-2. */
export const hashlib = moduleOf('hashlib', {
  new: builtin('hashlib.new', named),
  ...Object.fromEntries(
    Object.keys(hashes)
      .filter(isHash)
      .map((name) => [name, builtin(`_hashlib.openssl_${name}`, constructorOf(name))]),
  ),
});
