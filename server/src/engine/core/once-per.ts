/**
 * A function that makes its answer once for each object that it is asked about, and keeps it as long as the object is there.
 * @param make must depend on nothing else, and the object must not change any more
 */
export function oncePer<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return (of) => {
    const there = made.get(of);
    if (there !== undefined || made.has(of)) return there as V;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}

/** The same for the last object only that was asked about: where nearly all ask about one. */
export function oncePerLast<K extends object, V>(make: (of: K) => V): (of: K) => V {
  let last: { readonly of: K; readonly value: V } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, value: make(of) };
    return last.value;
  };
}
