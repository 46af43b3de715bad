import * as vscode from 'vscode';
import type { PairState, PreviewSelection } from '../../../server/src/protocol/preview.js';
import type { ViewTarget, ViewTargets } from '../../../server/src/protocol/targets.js';
import { plainText } from '../plain-text.js';

/** A line of the view. */
export interface TargetNode {
  /** Stays as long as the names around it do, so that what is unfolded stays so. */
  readonly id: string;
  readonly target: ViewTarget;
  /** What a click shows; absent for what has no prompt in this document. */
  readonly pair?: Pick<PreviewSelection, 'dataset' | 'model'>;
  readonly children: readonly TargetNode[];
}

/** What is known of pairs, by `stateKey`. */
export type States = ReadonlyMap<string, PairState>;

export function stateKey({ dataset = '', model = '' }: NonNullable<TargetNode['pair']>): string {
  return JSON.stringify([dataset, model]);
}

/** Models with their datasets; where there is one model only, or one dataset, the other ones alone. Tasks as they are gathered in groups. */
export function nodesOf({ previews, datasets, models }: ViewTargets): readonly TargetNode[] {
  if (previews === 'tasks') return datasets.map((task, i) => taskNode(task, String(i)));
  if (datasets.length === 0) return models.map((model, i) => pairNode(model, {}, String(i)));
  const [only] = models;
  if (models.length <= 1)
    return datasets.map((dataset, i) => pairNode(dataset, only?.id === undefined ? {} : { model: only.id }, String(i)));
  if (datasets.length === 1) return models.map((model, i) => pairNode(model, { dataset: datasets[0]!.id! }, String(i)));
  return models.map((model, i) => ({
    id: `${String(i)}/${model.name}`,
    target: model,
    children: datasets.map((dataset, k) => pairNode(dataset, { model: model.id! }, `${String(i)}/${model.name}/${String(k)}`)),
  }));
}

function pairNode(target: ViewTarget, other: NonNullable<TargetNode['pair']>, place: string): TargetNode {
  return { id: `${place}/${target.name}`, target, children: [], pair: { ...other, [target.kind]: target.id } };
}

function taskNode(target: ViewTarget, place: string): TargetNode {
  const id = `${place}/${target.name}`;
  const children = target.members.map((member, i) => taskNode(member, `${id}/${String(i)}`));
  return { id, target, children, ...(target.id !== undefined && { pair: { dataset: target.id } }) };
}

const icons = { dataset: 'database', model: 'symbol-class', task: 'note', group: 'folder', tag: 'tag' } as const;

/** A line as VS Code shows it. @param open unfolded at first */
export function itemOf(node: TargetNode, states: States, open: boolean): vscode.TreeItem {
  const { target, pair, children } = node;
  const state = stateOf(node, states);
  const collapsible = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(
    plainText(target.name),
    children.length === 0 ? collapsible.None : open ? collapsible.Expanded : collapsible.Collapsed,
  );
  const bad = state !== undefined && state.state !== 'fine';
  item.id = node.id;
  item.description = plainText(bad ? state.reason : children.length > 0 ? membersOf(node) : (target.detail ?? ''));
  item.tooltip = [target.name, bad ? state.reason : '', target.detail ?? ''].filter((line) => line !== '').join('\n');
  item.iconPath = iconOf(node, state);
  item.contextValue = target.at ? 'target.source' : 'target';
  item.accessibilityInformation = {
    label: [target.name, state ? wordOf(state) : '', item.description].filter((part) => part !== '').join(', '),
  };
  if (pair || target.at)
    item.command = { command: 'promptPreflight.openTarget', title: vscode.l10n.t('Preview Prompt'), arguments: [node] };
  return item;
}

/** Of a line with others below it the worst of those that are known. */
function stateOf({ target, pair, children }: TargetNode, states: States): PairState | undefined {
  if (target.problem !== undefined) return { state: 'error', reason: target.problem };
  if (pair) return states.get(stateKey(pair));
  const below = children.flatMap((child) => stateOf(child, states) ?? []);
  const worst = below.find(({ state }) => state === 'error') ?? below.find(({ state }) => state === 'warning');
  if (worst) return { state: worst.state, reason: countText(below.filter(({ state }) => state !== 'fine').length, children.length) };
  return undefined;
}

function countText(bad: number, all: number): string {
  return vscode.l10n.t('{0} of {1} with problems', bad, all);
}

function membersOf({ target, children }: TargetNode): string {
  const { l10n } = vscode;
  const count = children.length;
  if (target.kind === 'model') return l10n.t('{0} datasets', count);
  return target.kind === 'tag' ? l10n.t('tag, {0} tasks', count) : l10n.t('group, {0} members', count);
}

function iconOf({ target, pair, children }: TargetNode, state: PairState | undefined): vscode.ThemeIcon {
  const { ThemeIcon, ThemeColor } = vscode;
  if (state?.state === 'error') return new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  if (state?.state === 'warning') return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  if (state && children.length === 0) return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
  return new ThemeIcon(pair?.dataset !== undefined && children.length === 0 ? 'circle-outline' : icons[target.kind]);
}

function wordOf({ state }: PairState): string {
  const { l10n } = vscode;
  if (state === 'fine') return l10n.t('fine');
  return state === 'error' ? l10n.t('raises') : l10n.t('with a warning');
}
