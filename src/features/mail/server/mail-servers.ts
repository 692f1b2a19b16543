import { type MailServerSettings, mailServerSettings } from '#features/mail/rules/mail.ts';
import { mailProviders } from '#features/mail/rules/mail-providers.ts';
import { decrypt } from '#platform/auth/secret.ts';
import type { Database } from '#platform/db/executor.ts';
import { MailSetUpError } from '#platform/mail/mail-failure.ts';
import { type MailServer, toFixedServer, toMailServer } from '#platform/mail/mail-server.ts';
import type { AllowedNetwork } from '#platform/net/public-address.ts';
import { findMailServer } from './queries/mail-server.ts';

interface MailServersOptions {
  db: Database;
  secret: string;
  /** Takes precedence over the saved settings. */
  smtpUrl: string | undefined;
  network: AllowedNetwork | undefined;
}

/** The current mail settings. */
export interface MailSetUp {
  /** Absent if no server is set up. */
  server?: MailServer;
  /** The settings saved in the admin, unless SMTP_URL is set. */
  saved?: MailServerSettings;
  savedAt?: Date;
  /** The settings were encrypted with another secret, e.g. before a restore. */
  isUnreadable?: boolean;
}

/** Returns the server of the saved settings. Some services sign in with the password as user name. */
export const toEnteredServer = (settings: MailServerSettings, network?: AllowedNetwork) => {
  const { provider, username, password } = settings;
  const user = mailProviders[provider].username ? username : password;
  return toMailServer({ ...settings, user }, network);
};

export type MailServers = ReturnType<typeof createMailServers>;

/** Reads the mail settings, and remembers them for when the database is unavailable. */
export function createMailServers({ db, secret, smtpUrl, network }: MailServersOptions) {
  const fixed: MailSetUp | undefined = smtpUrl ? { server: toFixedServer(smtpUrl) } : undefined;
  let known: MailSetUp | undefined = fixed;
  let encrypted: string | undefined;

  async function toSetUp(text: string, savedAt: Date): Promise<MailSetUp> {
    const json = await decrypt(secret, text);
    const read = mailServerSettings.safeParse(json === undefined ? undefined : JSON.parse(json));
    if (!read.success) return { isUnreadable: true };
    return { server: toEnteredServer(read.data, network), saved: read.data, savedAt };
  }

  /**
   * Returns the current settings, or the last known ones while the database is unavailable. Throws
   * if none are known.
   */
  async function read(): Promise<MailSetUp> {
    if (fixed) return fixed;
    try {
      const row = await findMailServer(db);
      // Keep the same object for the same server: it has the open connections.
      if (!known || row?.encrypted !== encrypted)
        known = row ? await toSetUp(row.encrypted, row.savedAt) : {};
      encrypted = row?.encrypted;
    } catch (error) {
      if (!known) throw error;
    }
    return known;
  }

  return {
    isFixed: fixed !== undefined,
    read,
    /** Returns the last known settings without a query. */
    known: (): MailSetUp => known ?? {},
    /**
     * Returns the server to send through. Throws MailSetUpError if the mentor has to fix the
     * settings first.
     */
    async readServer(): Promise<MailServer | undefined> {
      const { server, isUnreadable } = await read();
      if (isUnreadable) throw new MailSetUpError(unreadable);
      return server;
    },
  };
}

const unreadable =
  'Email is not set up: the saved password can’t be read because the site’s secret has changed. Enter it again (Settings, Email), then send this again.';
