/**
 * What a release of AISBench does in its own way. It is released as tags of days (`v3.1-20260820-master`), while the number in the package only says 3.0.0 or 3.1.0.
 * Read in the source of each tag, not run: of the classes that make prompts (templates, readers, retrievers, parsers) nothing else differs between the tags. What the
 * model classes put around a prompt was not compared.
 */
export interface AisBenchRelease {
  readonly name: string;
  /** Whether the rounds of a conversation are found by their marks (75336b7, #68; `utils/prompt/prompt.py`); before, all but the first and the last part was the round. */
  readonly findsRounds: boolean;
  /** Whether each image of a row has an address of its own (e32ceeb, #161; `utils/prompt/prompt.py`); before, those nested in a dict all had the first one's. */
  readonly ownAddresses: boolean;
  /** What a run has of a text that is imported outside of `read_base` (14c6e80, #239; `cli/config_manager.py`): before, its name. */
  readonly imported: 'name' | 'value';
}

function from(names: readonly string[], flags: Omit<AisBenchRelease, 'name'>): AisBenchRelease[] {
  return names.map((name) => ({ name, ...flags }));
}

/** The releases, the oldest first; `3.0.0` stands for the last of the tags with that number, `3.1.0` for the newest and the commit 29c363e behind it. */
export const aisBenchReleases: readonly AisBenchRelease[] = [
  ...from(['3.0-20251129', '3.0-20251203', '3.0-20251210'], { findsRounds: false, ownAddresses: false, imported: 'name' }),
  ...from(['3.0-20251219', '3.0.0', '3.1-20260119', '3.1-20260211'], { findsRounds: true, ownAddresses: false, imported: 'name' }),
  ...from(['3.1-20260306', '3.1-20260319', '3.1-20260327', '3.1-20260330'], { findsRounds: true, ownAddresses: true, imported: 'name' }),
  ...from(
    [
      '3.1-20260415',
      '3.1-20260429',
      '3.1-20260508',
      '3.1-20260522',
      '3.1-20260605',
      '3.1-20260609',
      '3.1-20260611',
      '3.1-20260630',
      '3.1-20260701',
      '3.1-20260728',
      '3.1-20260813',
      '3.1-20260820',
      '3.1.0',
    ],
    { findsRounds: true, ownAddresses: true, imported: 'value' },
  ),
];
