import type { Settings } from '#domain/settings/sections.ts';
import type { Config } from '#server/config.ts';
import { chooseSender } from '#server/mail/mailer.ts';
import type { MailServers } from './mail/mail-servers.ts';
import type { SettingsService } from './settings/create-settings.ts';

/** What calendars know the site by. */
interface CalendarIdentity {
  siteUrl: string;
  /** The email that the site's mails come from: programs distrust an invitation by another. */
  organizer: string;
}

/** What the operator says of the site, and what follows from it for mails and calendars. */
export interface SiteFacts extends Settings {
  /** Where the mentor's mails go. */
  recipient: string;
  calendar: CalendarIdentity;
}

/** Returns the facts as they stand now. What was known last serves while the database is away. */
export type ReadFacts = () => Promise<SiteFacts>;

/** Makes the facts out of the settings, the mail server and the environment. */
export const createReadFacts =
  (
    settings: Pick<SettingsService, 'read'>,
    config: Pick<Config, 'mailTo' | 'mailFrom' | 'siteUrl'>,
    mailServers: Pick<MailServers, 'known'>,
  ): ReadFacts =>
  async () => {
    const known = await settings.read();
    const { email: organizer } = chooseSender(
      config,
      known.site,
      mailServers.known().server?.sender,
    );
    return {
      ...known,
      recipient: config.mailTo ?? known.site.email,
      calendar: { siteUrl: config.siteUrl, organizer },
    };
  };
