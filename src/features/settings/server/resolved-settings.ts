import type { Settings } from '#features/settings/rules/sections.ts';
import type { Config } from '#platform/config/config.ts';
import type { MailServer } from '#platform/mail/mail-server.ts';
import { chooseSender } from '#platform/mail/sender.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import type { SettingsService } from './create-settings.ts';

/** The settings, with values for emails and calendars that are derived from them. */
export interface ResolvedSettings extends Settings {
  /** Receives the mentor's emails. */
  recipient: string;
  /** False while no mail server is set up, and emails are only captured. */
  sendsMail: boolean;
  /**
   * `organizer` is the sender's email address: programs distrust invitations from another address.
   */
  calendar: { siteUrl: string; organizer: string };
}

export type ReadSettings = () => Promise<ResolvedSettings>;

/** The dependencies of use cases that read the settings. */
export interface SiteDeps extends ServiceDeps {
  readSettings: ReadSettings;
}

/** Combines the settings, the mail server and the environment. */
export const createReadSettings =
  (
    settings: Pick<SettingsService, 'read'>,
    config: Pick<Config, 'mailTo' | 'mailFrom' | 'siteUrl'>,
    mailServers: { known: () => { server?: Pick<MailServer, 'sender'> } },
  ): ReadSettings =>
  async () => {
    const known = await settings.read();
    const { server } = mailServers.known();
    const { email } = chooseSender(config, known.site, server?.sender);
    return {
      ...known,
      recipient: config.mailTo ?? known.site.email,
      sendsMail: server !== undefined,
      calendar: { siteUrl: config.siteUrl, organizer: email },
    };
  };
