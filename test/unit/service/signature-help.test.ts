import { describe, expect, it } from 'vitest';
import { signatureHelp } from '../../../server/src/engine/editor/signature-help.js';
import { datasetConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** The signature at `$0`, with the active key in angle brackets. */
function shown(source: string): string | undefined {
  const { project, file, offset } = fixture(source);
  const help = signatureHelp(project, file, offset);
  if (!help) return undefined;
  const active = help.active === undefined ? undefined : help.parameters[help.active]!;
  return active
    ? `${help.label.slice(0, active.start)}<${help.label.slice(active.start, active.end)}>${help.label.slice(active.end)}`
    : help.label;
}

const inRetriever = (text: string) => datasetConfig.replace('dict(type=ZeroRetriever)', `dict(type=FixKRetriever${text})`);

describe('signature help', () => {
  it('names the keys of the class, and the one that is written', () => {
    expect(shown(inRetriever(', $0'))).toBe('FixKRetriever(fix_id_list, ice_separator=…, ice_eos_token=…, ice_num=…)');
    expect(shown(inRetriever(', fix_id_list=$0'))).toBe('FixKRetriever(<fix_id_list>, ice_separator=…, ice_eos_token=…, ice_num=…)');
    expect(shown(inRetriever(", ice_separator='$0', fix_id_list=[1]"))).toBe(
      'FixKRetriever(fix_id_list, <ice_separator=…>, ice_eos_token=…, ice_num=…)',
    );
    expect(shown("x_infer_cfg = {'retriever': {'type': 'ZeroRetriever', $0}}\n")).toBe('ZeroRetriever(ice_eos_token=…)');
  });

  it('goes on in a document that is broken', () => {
    expect(shown("models = [\n    dict(type='Claude', key='', $0\n")).toContain('Claude(');
  });

  it('says nothing of what is not known', () => {
    expect(shown(inRetriever(', fix_id_list=[$0]'))).toBeUndefined();
    expect(shown('x_infer_cfg = dict(retriever=dict(type=Mine, $0))\n')).toBeUndefined();
    expect(shown('x_infer_cfg = dict(retriever=dict($0))\n')).toBeUndefined();
    expect(shown('x = foo(type=FixKRetriever, $0)\n')).toBeUndefined();
  });
});
