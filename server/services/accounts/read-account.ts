import { describeAccountEvent, shellIpAddress } from '#domain/account-event.ts';
import { describeDevice } from '#domain/device.ts';
import type { Session } from '#server/auth/visitor.ts';
import { listNewestEvents } from '#server/db/queries/account-events.ts';
import { findPasswordHash, listIdentities } from '#server/db/queries/accounts.ts';
import { countRecoveryCodes, listVerifiedFactors } from '#server/db/queries/factors.ts';
import { listSessions } from '#server/db/queries/sessions.ts';
import { formatShortMentorTime } from '#server/mentor-time.ts';
import type { AccountDeps } from './account-deps.ts';

const logLength = 100;

/** Returns everything that the account area shows of an account. Times are on the mentor's clock, with its zone. */
export async function readAccount(
  { db, providerName, readFacts }: AccountDeps,
  { id: sessionId, userId, email }: Session,
) {
  const [hash, factors, recoveryCodesLeft, sessions, identities, events] = await Promise.all([
    findPasswordHash(db, userId),
    listVerifiedFactors(db, userId),
    countRecoveryCodes(db, userId),
    listSessions(db, userId),
    listIdentities(db, userId),
    listNewestEvents(db, logLength),
  ]);
  const { booking: clock } = await readFacts();
  const provider = providerName === undefined ? null : { name: providerName };
  return {
    email,
    hasPassword: hash !== undefined,
    factors: factors.map(({ id, friendlyName, createdAt }) => ({
      ...{ id, friendlyName },
      addedAt: formatShortMentorTime(createdAt, clock),
    })),
    recoveryCodesLeft,
    sessions: sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id,
      device: describeDevice(userAgent),
      ipAddress: ipAddress ?? '',
      signedInAt: formatShortMentorTime(createdAt, clock),
      lastSeenAt: formatShortMentorTime(updatedAt, clock),
      isThis: id === sessionId,
    })),
    provider: provider && {
      ...provider,
      identities: identities.map(({ id, createdAt }) => ({
        id,
        linkedAt: formatShortMentorTime(createdAt, clock),
      })),
    },
    events: events.map(({ id, at, kind, detail, email: whose, ipAddress, userAgent }) => ({
      id,
      at: formatShortMentorTime(at, clock),
      ...describeAccountEvent(kind, detail),
      email: whose,
      ...(ipAddress === shellIpAddress
        ? { ipAddress: 'On the server', device: 'Command line' }
        : { ipAddress, device: describeDevice(userAgent) }),
    })),
  };
}
