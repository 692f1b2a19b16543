import { describeAccountEvent, shellAddress } from '#domain/account-event.ts';
import { describeDevice } from '#domain/device.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Database } from '#server/db/executor.ts';
import { listNewestEvents } from '#server/db/queries/account-events.ts';
import { findPasswordHash, listIdentities } from '#server/db/queries/accounts.ts';
import { countRecoveryCodes, listVerifiedFactors } from '#server/db/queries/factors.ts';
import { listSessions } from '#server/db/queries/sessions.ts';
import { formatShortMentorTime } from '#server/mentor-time.ts';

/** How many lines of the log are shown. */
const logLength = 100;

export interface ReadAccountDeps {
  db: Database;
  /** What the provider is called; nothing where there is none. */
  providerName: string | undefined;
}

/** What an account's own page shows. Times are on the mentor's clock, with its zone. */
export interface AccountOverview {
  email: string;
  hasPassword: boolean;
  factors: { id: string; friendlyName: string; addedAt: string }[];
  recoveryCodesLeft: number;
  sessions: {
    id: string;
    device: string;
    ipAddress: string;
    signedInAt: string;
    lastSeenAt: string;
    isThis: boolean;
  }[];
  provider: { name: string; identities: { id: string; linkedAt: string }[] } | null;
  events: {
    id: string;
    at: string;
    what: string;
    detail: string | null;
    email: string;
    ipAddress: string;
    device: string;
  }[];
}

/** Everything the account area shows of an account. */
export async function readAccount(
  { db, providerName }: ReadAccountDeps,
  { id: sessionId, userId, email }: Session,
): Promise<AccountOverview> {
  const [hash, factors, recoveryCodesLeft, sessions, identities, events] = await Promise.all([
    findPasswordHash(db, userId),
    listVerifiedFactors(db, userId),
    countRecoveryCodes(db, userId),
    listSessions(db, userId),
    listIdentities(db, userId),
    listNewestEvents(db, logLength),
  ]);
  return {
    email,
    hasPassword: hash !== undefined,
    factors: factors.map(({ id, friendlyName, createdAt }) => ({
      id,
      friendlyName,
      addedAt: formatShortMentorTime(createdAt),
    })),
    recoveryCodesLeft,
    sessions: sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id,
      device: describeDevice(userAgent),
      ipAddress: ipAddress ?? '',
      signedInAt: formatShortMentorTime(createdAt),
      lastSeenAt: formatShortMentorTime(updatedAt),
      isThis: id === sessionId,
    })),
    provider:
      providerName === undefined
        ? null
        : {
            name: providerName,
            identities: identities.map(({ id, createdAt }) => ({
              id,
              linkedAt: formatShortMentorTime(createdAt),
            })),
          },
    events: events.map(({ id, at, kind, detail, email: whose, ipAddress, userAgent }) => ({
      id,
      at: formatShortMentorTime(at),
      ...describeAccountEvent(kind, detail),
      email: whose,
      ...(ipAddress === shellAddress
        ? { ipAddress: 'The server itself', device: 'Command line' }
        : { ipAddress, device: describeDevice(userAgent) }),
    })),
  };
}
