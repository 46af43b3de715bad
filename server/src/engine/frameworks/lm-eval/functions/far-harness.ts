import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { nowhere } from '../../../core/span.js';
import { UnknownValue, type Value } from '../../../core/value.js';
import { ModuleValue } from '../../../python/runtime/runtime.js';
import type { HarnessRelease } from '../releases/harness-release.js';

/** The harness where its source is not within reach: all that is known of its modules is which names a release has not. */
export class FarHarness {
  private release: HarnessRelease | undefined;
  private readonly utils = new ModuleValue('lm_eval.utils', nowhere, (_runtime, name) => this.memberOfUtils(name));

  /** Undefined for modules of which nothing is known. */
  module(name: string): ModuleValue | undefined {
    return name === 'lm_eval.utils' ? this.utils : undefined;
  }

  /** What is imported in here is looked for in a release; else whatever it is, it is not missing. */
  asOf(release: HarnessRelease, work: () => void): void {
    this.release = release;
    try {
      work();
    } finally {
      this.release = undefined;
    }
  }

  /** @throws PyError AttributeError */
  private memberOfUtils(name: string): Value {
    if (this.release?.utilsLack.has(name)) throw new PyError('AttributeError', `module 'lm_eval.utils' has no attribute '${name}'`);
    return new UnknownValue(say`The package ${'lm_eval'} is not within reach.`, nowhere);
  }
}
