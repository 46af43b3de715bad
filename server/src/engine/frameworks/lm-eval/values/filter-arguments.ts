/** What the class of a filter takes. */
export interface FilterClass {
  readonly name: string;
  /** Its arguments; any where undefined: the others are ignored. */
  readonly takes: readonly string[] | undefined;
  /** Those that it fails without. */
  readonly needs?: string;
}

/** Those of RegexFilter, in their order. */
export const regexArguments: readonly string[] = ['regex_pattern', 'group_select', 'fallback'];

/** The classes of the harness's filters, by the names that configs give (lm-evaluation-harness 0.4.13 `filters/`). */
export const filterClasses: Readonly<Record<string, FilterClass>> = {
  take_first: { name: 'TakeFirstFilter', takes: [] },
  take_first_k: { name: 'TakeKFilter', takes: undefined, needs: 'k' },
  majority_vote: { name: 'MajorityVoteFilter', takes: [] },
  regex: { name: 'RegexFilter', takes: regexArguments },
  regex_pos: { name: 'POSFilter', takes: regexArguments },
  multi_choice_regex: {
    name: 'MultiChoiceRegexFilter',
    takes: [...regexArguments, 'ignore_case', 'ignore_punctuation', 'regexes_to_ignore'],
  },
  remove_whitespace: { name: 'WhitespaceFilter', takes: undefined },
  lowercase: { name: 'LowercaseFilter', takes: [] },
  uppercase: { name: 'UppercaseFilter', takes: [] },
  map: { name: 'MapFilter', takes: ['mapping_dict', 'default_value'] },
  format_span: { name: 'SPANFilter', takes: [] },
  custom: { name: 'CustomFilter', takes: undefined, needs: 'filter_fn' },
};
