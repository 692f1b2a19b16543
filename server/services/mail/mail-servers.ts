import { type MailServerSettings, mailServerSettings } from '#domain/settings/mail.ts';
import { decrypt } from '#server/auth/secret.ts';
import type { AllowedNetwork } from '#server/calendars/public-address.ts';
import type { Changes } from '#server/db/changes.ts';
import type { Database } from '#server/db/executor.ts';
import { findMailServer } from '#server/db/queries/mail-server.ts';
import { MailSetUpError } from '#server/mail/mail-failure.ts';
import { type MailServer, toFixedServer, toMailServer } from '#server/mail/mail-server.ts';

interface MailServersOptions {
  db: Database;
  changes: Pick<Changes, 'listen' | 'isListening'>;
  secret: string;
  /** Comes before what was saved. */
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
  /** It was saved under another secret of the site, as after the restore of a backup. */
  isUnreadable?: boolean;
}

export type MailServers = ReturnType<typeof createMailServers>;

/** Knows the mail server that is set up; a change in any process makes each read it again. */
export function createMailServers({ db, changes, secret, smtpUrl, network }: MailServersOptions) {
  const fixed: MailSetUp | undefined = smtpUrl ? { server: toFixedServer(smtpUrl) } : undefined;
  let known: MailSetUp | undefined = fixed;
  let encrypted: string | undefined;
  let isListening = false;
  let heard = 0;
  let seen = -1;

  async function toSetUp(text: string, savedAt: Date): Promise<MailSetUp> {
    const json = await decrypt(secret, text);
    const read = mailServerSettings.safeParse(json === undefined ? undefined : JSON.parse(json));
    if (!read.success) return { isUnreadable: true };
    return { server: toMailServer(read.data, network), saved: read.data, savedAt };
  }

  /** Returns what stands now, or was known last while the database is away. Throws while nothing is known. */
  async function read(): Promise<MailSetUp> {
    if (fixed) return fixed;
    if (!isListening) {
      isListening = true;
      changes.listen((change) => {
        if (change !== 'resync' && change.table !== 'mail_server') return;
        heard += 1;
        void read().catch(() => {});
      });
    }
    if (known && seen === heard && changes.isListening()) return known;
    const since = heard;
    try {
      const row = await findMailServer(db);
      const found =
        row && row.encrypted !== encrypted && (await toSetUp(row.encrypted, row.savedAt));
      // One that began later may have come before it.
      if (known && since < seen) return known;
      if (!row) known = {};
      else if (found) known = found;
      encrypted = row?.encrypted;
      seen = since;
    } catch (error) {
      if (!known) throw error;
    }
    return known ?? {};
  }

  return {
    isFixed: fixed !== undefined,
    read,
    /** Returns what is known, without looking. */
    known: (): MailSetUp => known ?? {},
    /** Returns where mails go. Throws MailSetUpError where that is to be mended first. */
    async readServer(): Promise<MailServer | undefined> {
      const { server, isUnreadable } = await read();
      if (isUnreadable) throw new MailSetUpError(unreadable);
      return server;
    },
    /** Says that another one was saved here: the next one who asks gets it. */
    noteSaved(): void {
      heard += 1;
    },
  };
}

const unreadable =
  'Email is not set up: the saved password can’t be read because the site’s secret has changed. Enter it again (Settings, Email), then send this again.';
