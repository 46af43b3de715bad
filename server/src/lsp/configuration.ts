import { readSettings } from '../engine/project/read-settings.js';
import { guardedNotification } from './guard.js';
import type { Session } from './session.js';

const section = 'promptPreflight';

/** How long an editor may take to answer before the defaults are used, in milliseconds; its answer counts whenever it comes. */
const patience = 2000;

/** Reads the settings from the editor, and again whenever they change. */
export class Configuration {
  private reported = '';

  /** @param changed called when other settings are in force */
  constructor(
    private readonly session: Session,
    private readonly changed: () => void,
  ) {}

  /** As `fetch`, but waits no longer than a user would. */
  async fetchSoon(): Promise<void> {
    await Promise.race([this.fetch(), new Promise((resolve) => setTimeout(resolve, patience).unref())]);
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

  /** Settings as an editor sends them with `workspace/didChangeConfiguration`: all sections, ours among them. */
  received(all: unknown): void {
    guardedNotification(this.session.log, { what: 'Reading the settings' }, () => {
      if (this.session.abilities.configuration) void this.fetch();
      else if (typeof all === 'object' && all !== null) this.apply((all as Record<string, unknown>)[section]);
    });
  }

  /** @param raw our section, of any shape: each value that cannot be used is named in the log, once */
  apply(raw: unknown): void {
    const { settings, problems } = readSettings(raw);
    const report = problems.join('\n');
    if (report !== this.reported) for (const problem of problems) this.session.log.warn(`Settings: ${problem}`);
    this.reported = report;
    const workspaceDiagnostics = (raw as { workspaceDiagnostics?: unknown } | null | undefined)?.workspaceDiagnostics === true;
    const { session } = this;
    if (JSON.stringify(settings) === JSON.stringify(session.settings) && workspaceDiagnostics === session.workspaceDiagnostics) return;
    session.settings = settings;
    session.workspaceDiagnostics = workspaceDiagnostics;
    this.changed();
  }
}
