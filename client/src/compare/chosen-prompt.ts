import * as vscode from 'vscode';
import type { ComparedWith } from '../../../server/src/protocol/page.js';
import type { Choice, Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';
import { baseName } from '../base-name.js';
import type { Server } from '../server.js';
import { isDocument, parseUri } from '../preview/open-link.js';
import { LastCommit, repositoryOf } from './git-head.js';
import type { ChosenPrompt } from './panel-comparison.js';
import { savedPromptsOf } from './saved-file.js';

/** What is asked of the server for a choice, now or after a reload of the window. @returns undefined where it is not to be had any more */
export async function chosenPrompt(
  chosen: ComparedWith,
  { uri, framework }: Preview,
  server: () => Promise<Server>,
): Promise<ChosenPrompt | undefined> {
  const { l10n } = vscode;
  const inEditor = (): string => l10n.t('in the editor');
  switch (chosen.kind) {
    case 'dataset':
      return bySelection(chosen, chosen.name, { dataset: chosen.id }, (now) => labelOf(now.datasets, now.selection.dataset));
    case 'model':
      return bySelection(chosen, chosen.name, { model: chosen.id }, (now) => labelOf(now.models, now.selection.model));
    case 'label':
      return bySelection(chosen, chosen.name, { label: chosen.id }, (now) => now.selection.label ?? '');
    case 'chatTemplate':
      return bySelection(chosen, chosen.name, { chatTemplate: chosen.id }, (now) => labelOf(now.chatTemplates, now.selection.chatTemplate));
    case 'shots':
      return bySelection(chosen, shotsInWords(chosen.count), { shots: chosen.count }, (now) => shotsInWords(now.selection.shots));
    case 'release':
      return {
        with: chosen,
        name: `${framework.title} ${chosen.release}`,
        now: (preview) => preview.release?.name ?? preview.framework.version,
        other: () => Promise.resolve({ kind: 'release', release: chosen.release }),
      };
    case 'files':
      return { with: chosen, name: l10n.t('saved files'), now: inEditor, other: () => Promise.resolve({ kind: 'files', texts: [] }) };
    case 'commit': {
      const repository = await repositoryOf(vscode.Uri.parse(uri));
      if (!repository) return undefined;
      const commit = new LastCommit(repository);
      await commit.refresh();
      return {
        with: chosen,
        name: l10n.t('last commit'),
        now: inEditor,
        other: () => commit.changedTexts(),
        onDidChange: (listener) => commit.onDidChange(listener),
      };
    }
    case 'saved': {
      const file = parseUri(chosen.uri);
      if (!file || !isDocument(file) || !/\.jsonl?$/.test(file.path)) return undefined;
      return { with: chosen, name: baseName(file.path), now: () => l10n.t('preview'), other: savedPromptsOf(file, server) };
    }
  }
}

function bySelection(chosen: ComparedWith, name: string, selection: PreviewSelection, now: ChosenPrompt['now']): ChosenPrompt {
  return { with: chosen, name, now, other: () => Promise.resolve({ kind: 'selection', selection }) };
}

function shotsInWords(count: number): string {
  return count === 1 ? vscode.l10n.t('1 shot') : vscode.l10n.t('{0} shots', count);
}

function labelOf(choices: readonly Choice[], id: string): string {
  return choices.find((choice) => choice.id === id)?.label ?? id;
}
