import { type MailServerSettings, mailServerSettings } from '#features/settings/rules/index.ts';
import { decrypt } from '#platform/auth/secret.ts';
import type { Database } from '#platform/db/executor.ts';
import { MailSetUpError } from '#platform/mail/mail-failure.ts';
import { type MailServer, toFixedServer, toMailServer } from '#platform/mail/mail-server.ts';
import type { AllowedNetwork } from '#platform/net/public-address.ts';
import { findMailServer } from './queries/mail-server.ts';

interface MailServersOptions {
  db: Database;
  secret: string;
  /** Takes precedence over what was saved. */
  smtpUrl: string | undefined;
  network: AllowedNetwork | undefined;
}

/** What is known of the mail server. */
export interface MailSetUp {
  /** Nothing while none is set up. */
  server?: MailServer;
  /** What was saved in the admin, unless SMTP_URL is set. */
  saved?: MailServerSettings;
  savedAt?: Date;
  /** It was saved under another secret, as after the restore of a backup. */
  isUnreadable?: boolean;
}

export type MailServers = ReturnType<typeof createMailServers>;

/** Reads the mail server that is set up, and remembers it for when the database is unavailable. */
export function createMailServers({ db, secret, smtpUrl, network }: MailServersOptions) {
  const fixed: MailSetUp | undefined = smtpUrl ? { server: toFixedServer(smtpUrl) } : undefined;
  let known: MailSetUp | undefined = fixed;
  let encrypted: string | undefined;

  async function toSetUp(text: string, savedAt: Date): Promise<MailSetUp> {
    const json = await decrypt(secret, text);
    const read = mailServerSettings.safeParse(json === undefined ? undefined : JSON.parse(json));
    if (!read.success) return { isUnreadable: true };
    return { server: toMailServer(read.data, network), saved: read.data, savedAt };
  }

  /** Returns the current set-up, or the last known one while the database is unavailable. Throws while nothing is known. */
  async function read(): Promise<MailSetUp> {
    if (fixed) return fixed;
    try {
      const row = await findMailServer(db);
      // The same server stays the same object, which keeps its connections.
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
    /** Returns what is known, without asking the database. */
    known: (): MailSetUp => known ?? {},
    /** Returns where mails are sent. Throws MailSetUpError where the mentor has to fix that first. */
    async readServer(): Promise<MailServer | undefined> {
      const { server, isUnreadable } = await read();
      if (isUnreadable) throw new MailSetUpError(unreadable);
      return server;
    },
  };
}

const unreadable =
  'Email is not set up: the saved password can’t be read because the site’s secret has changed. Enter it again (Settings, Email), then send this again.';
