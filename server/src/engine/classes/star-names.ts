import type { Binding, SourceModule } from './source-module.js';

type Star = Extract<Binding, { kind: 'star' }>;

/**
 * Which of a module's `from … import *` may give a name. Of the hundreds of modules that a package gathers one has it, and asking each of them for each
 * name would be most of the work. Modules are looked into from the last import on, only as far as a name has ever led.
 */
export class StarNames {
  /** Imports by the names that their modules have, and those that may give any name; by their index, the last first. */
  private readonly byName = new Map<string, number[]>();
  private readonly always = new Map<number, SourceModule | undefined>();
  /** Imports whose modules were not looked into, since their names are told. */
  private readonly told: number[] = [];
  /** The imports from this index on have been looked into. */
  private from: number;

  /**
   * @param target the module that an import names; undefined where that is not known
   * @param names the public names of that module as far as they are told without reading it
   * @param most all names that a module may give that has names of others, as far as that is known by now
   */
  constructor(
    private readonly module: SourceModule,
    private readonly target: (star: Star) => SourceModule | 'unknown' | undefined,
    private readonly names: (star: Star) => Iterable<string> | undefined = () => undefined,
    private readonly most: (target: SourceModule) => ReadonlySet<string> | undefined = () => undefined,
  ) {
    this.from = module.bindings.length;
  }

  /** The imports behind the binding `after` that may give `name`, the last first. */
  *giving(name: string, after: number): Iterable<Star> {
    const { bindings } = this.module;
    const begin = this.from;
    const known = [...(this.byName.get(name) ?? [])];
    for (const [index, target] of this.always) if (!target || (this.most(target)?.has(name) ?? true)) known.push(index);
    if (known.length > 1) known.sort((a, b) => b - a);
    for (const index of known) if (index > after) yield bindings[index] as Star;
    for (let index = begin - 1; index > after; index--) {
      // Whoever is given an import may ask for another name before this goes on.
      while (this.from > index) this.lookInto(--this.from);
      if (this.always.has(index) || this.byName.get(name)?.includes(index)) yield bindings[index] as Star;
    }
  }

  /** Those behind the binding `after` that were taken to lack `name` by what is told of them, the last first: for a name that nothing else gives. */
  untold(name: string, after: number): readonly Star[] {
    const behind = this.told.filter((index) => index > after && !this.byName.get(name)?.includes(index));
    return behind.map((index) => this.module.bindings[index] as Star);
  }

  private lookInto(index: number): void {
    const star = this.module.bindings[index]!;
    if (star.kind !== 'star') return;
    const told = this.names(star);
    if (told) {
      this.told.push(index);
      for (const name of told) this.add(name, index);
      return;
    }
    const target = this.target(star);
    if (!target || target === 'unknown') this.always.set(index, undefined);
    else if (target.gathers || target.dynamic) this.always.set(index, target);
    else for (const own of target.byName.keys()) this.add(own, index);
  }

  private add(name: string, index: number): void {
    const there = this.byName.get(name);
    if (there) there.push(index);
    else this.byName.set(name, [index]);
  }
}
