import type { Value } from '../../../core/value.js';
import { Fault } from '../../opencompass/values/fault.js';
import { PromptTemplate } from '../../opencompass/template/template.js';

/**
 * A template class that makes prompts to go on from, but neither examples nor prompts to be scored. AISBench 3.1.0
 * `openicl/icl_prompt_template/icl_prompt_template_base.py`.
 */
export abstract class GeneratingTemplate extends PromptTemplate {
  override iceItem(): Value {
    return this.refuse('generate_ice_item');
  }

  override labelItem(): Value {
    return this.refuse('generate_label_prompt_item');
  }

  private refuse(method: string): never {
    throw new Fault('template-only-generates', 'NotImplementedError', `${this.className} does not implement ${method}`, this.value.span);
  }
}
