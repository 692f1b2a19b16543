import { describeAccountEvent, shellIpAddress } from '#features/accounts/rules/account-event.ts';
import { describeDevice } from '#features/accounts/rules/device.ts';
import { formatShortMentorTime } from '#features/settings/server/index.ts';
import type { Session } from '#platform/auth/visitor.ts';
import type { AccountDeps } from './account-deps.ts';
import { listNewestEvents } from './queries/account-events.ts';
import { findPasswordHash, listIdentities } from './queries/accounts.ts';
import { countRecoveryCodes, findAuthenticator, listPasskeys } from './queries/factors.ts';
import { listSessions } from './queries/sessions.ts';

const logLength = 100;

/** Returns what the account page shows. */
export async function readAccount(
  { db, providerName, readSettings }: AccountDeps,
  { id: sessionId, userId, email }: Session,
) {
  const [hash, authenticator, passkeys, codes, sessions, identities, events] = await Promise.all([
    findPasswordHash(db, userId),
    findAuthenticator(db, userId, 'verified'),
    listPasskeys(db, userId),
    countRecoveryCodes(db, userId),
    listSessions(db, userId),
    listIdentities(db, userId),
    listNewestEvents(db, logLength),
  ]);
  const { booking: clock } = await readSettings();
  const format = (instant: Date) => formatShortMentorTime(instant, clock);
  const linked = identities.map(({ id, createdAt }) => ({ id, linkedAt: format(createdAt) }));
  return {
    email,
    hasPassword: hash !== undefined,
    authenticator: authenticator ? { addedAt: format(authenticator.createdAt) } : null,
    passkeys: passkeys.map(({ id, name, createdAt }) => ({
      id,
      name: name ?? 'Passkey',
      addedAt: format(createdAt),
    })),
    recoveryCodesLeft: codes,
    sessions: sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id,
      device: describeDevice(userAgent),
      ipAddress: ipAddress ?? '',
      signedInAt: format(createdAt),
      lastSeenAt: format(updatedAt),
      isThis: id === sessionId,
    })),
    provider: providerName === undefined ? null : { name: providerName, identities: linked },
    events: events.map(({ id, at, kind, detail, email: whose, ipAddress, userAgent }) => ({
      id,
      at: format(at),
      what: describeAccountEvent(kind),
      detail,
      email: whose,
      ...(ipAddress === shellIpAddress
        ? { ipAddress: 'On the server', device: 'Command line' }
        : { ipAddress, device: describeDevice(userAgent) }),
    })),
  };
}
