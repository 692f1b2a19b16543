import type { AccountEventDetail, AccountEventKind } from '#domain/account-event.ts';
import type { Devices } from '#server/auth/devices.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Database, Executor } from '#server/db/executor.ts';
import { insertEvent } from '#server/db/queries/account-events.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import type { Attempts } from './attempts.ts';

/** What the use cases of the accounts work on. */
export interface AccountDeps {
  db: Database;
  /** Behind every cookie, hash and encryption of the accounts. */
  secret: string;
  sessions: Sessions;
  devices: Devices;
  attempts: Attempts;
  sendMail: SendMail;
}

/** Whose account something happens to. */
interface EventSubject {
  /** Absent for an address that has no account. */
  userId?: string | undefined;
  email: string;
}

/** Writes into the log of the accounts who did what, and from where. Returns the line's id. */
export function recordEvent<Kind extends AccountEventKind>(
  db: Executor,
  kind: Kind,
  { userId, email }: EventSubject,
  { headers, ipAddress }: Visitor,
  detail?: AccountEventDetail<Kind>,
): Promise<string> {
  return insertEvent(db, {
    kind,
    userId: userId ?? null,
    email,
    detail: detail ?? null,
    ipAddress,
    userAgent: (headers.get('user-agent') ?? '').slice(0, 500),
  });
}
