/** `sys.modules[__name__]`, `sys.modules.get(__name__)`, `inspect.getmodule(f)`: a module as an object, which can be given attributes. */
const asObject = /\bsys\.modules(?:\[|\.get\(|\.setdefault\()\s*(?:__name__|__package__|[\w.]+\.__module__)|\bgetmodule\(/;

/** Whether code gets at the object that its own module is, whose attributes are the module's names. What else stands in `sys.modules` are other modules. */
export function reachesOwnModule(text: string): boolean {
  return asObject.test(text);
}
