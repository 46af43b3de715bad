import { noChange, type ElementPart } from 'lit';
import { Directive, directive, type DirectiveParameters } from 'lit/directive.js';

class Styled extends Directive {
  render(styles: Readonly<Record<string, string>>): unknown {
    void styles;
    return noChange;
  }

  override update({ element }: ElementPart, [styles]: DirectiveParameters<this>): unknown {
    for (const [name, value] of Object.entries(styles)) (element as HTMLElement).style.setProperty(name, value);
    return noChange;
  }
}

/** Styles of an element, set by script: the page's policy allows no style attributes, which lit's own `styleMap` writes at first. */
export const styled = directive(Styled);
