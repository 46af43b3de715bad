import { readInlayKinds, readSettings } from '../engine/project/read-settings.js';
import { refreshTexts } from './changes.js';
import { guardedNotification } from './guard.js';
import type { Session } from './session.js';
import { letEnd } from './turns.js';

const section = 'promptPreflight';

/** How long an editor may take to answer before the defaults are used, in milliseconds; its answer counts whenever it comes. */
const patience = 2000;

/** Reads the settings from the editor, and again whenever they change. What it answers or sends goes over what came with `initialize`, setting by setting. */
export class Configuration {
  private reported = '';
  private initial: object = {};

  /** @param changed called when other settings are in force */
  constructor(
    private readonly session: Session,
    private readonly changed: () => void,
  ) {}

  /** As `fetch`, but waits no longer than a user would. */
  async fetchSoon(): Promise<void> {
    await Promise.race([this.fetch(), new Promise((resolve) => letEnd(setTimeout(resolve, patience)))]);
  }

  /** Asks the editor for the settings; an editor that cannot be asked keeps those that it sent. Never throws. */
  async fetch(): Promise<void> {
    if (!this.session.abilities.configuration) return;
    try {
      this.apply(await this.session.connection.workspace.getConfiguration(section));
    } catch (error) {
      this.session.log.failure('Reading the settings', error);
    }
  }

  /** Settings that came with `initialize`: they count where the editor names no other, now or later. */
  initialize(options: unknown): void {
    this.initial = settingsOfOptions(options);
    this.apply(undefined);
  }

  /** Settings as an editor sends them with `workspace/didChangeConfiguration`: all sections, ours among them. */
  received(all: unknown): void {
    guardedNotification(this.session.log, { what: 'Reading the settings' }, () => {
      if (this.session.abilities.configuration) void this.fetch();
      else if (isObject(all)) this.apply(section in all ? all[section] : all);
    });
  }

  /** @param raw our section, of any shape: each value that cannot be used is named in the log, once */
  apply(raw: unknown): void {
    const all = isObject(raw) ? { ...this.initial, ...named(raw) } : (raw ?? this.initial);
    const { settings, problems } = readSettings(all);
    const report = problems.join('\n');
    if (report !== this.reported) for (const problem of problems) this.session.log.warn(`Settings: ${problem}`);
    this.reported = report;
    const workspaceDiagnostics = (all as { workspaceDiagnostics?: unknown }).workspaceDiagnostics === true;
    const { session } = this;
    const hints = readInlayKinds((all as { inlayHints?: unknown }).inlayHints, []);
    const otherHints = hints.size !== session.inlayHints.size || [...hints].some((kind) => !session.inlayHints.has(kind));
    session.inlayHints = hints;
    if (otherHints) refreshTexts(session);
    if (JSON.stringify(settings) === JSON.stringify(session.settings) && workspaceDiagnostics === session.workspaceDiagnostics) return;
    session.settings = settings;
    session.workspaceDiagnostics = workspaceDiagnostics;
    this.changed();
  }
}

/** What an editor says at first that is no setting. */
const notSettings = new Set(['trusted', 'rulePageCommand', 'settings', section]);

/** `initializationOptions` hold settings by themselves, under `promptPreflight`, or under `settings.promptPreflight`. */
function settingsOfOptions(options: unknown): object {
  if (!isObject(options)) return {};
  const { settings } = options;
  const nested = [isObject(settings) ? settings[section] : undefined, options[section]].filter(isObject);
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => !notSettings.has(name)));
  return Object.assign({}, ...nested.map(named), named(own)) as object;
}

/** An editor sends null for what its user has not set. */
function named(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== null));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
