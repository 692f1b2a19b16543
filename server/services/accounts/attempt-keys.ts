import type { Visitor } from '#server/auth/visitor.ts';
import { listEntryAddresses } from '#server/db/queries/account-events.ts';
import { toLimitKey, toNetworkKey } from '#server/limits/network-keys.ts';
import type { AccountDeps } from './account-deps.ts';
import type { Attempt, AttemptKeys } from './attempts.ts';

/**
 * Under which rules each try counts. A browser that has signed in to the account before has a
 * budget of its own everywhere, and whatever strangers fail at counts for strangers only.
 */

/** For how long an account remembers where it was entered from, in days. */
const knownAddressDays = 90;

type KeyDeps = Pick<AccountDeps, 'db' | 'devices' | 'attempts'>;

const ofNetwork = ({ ipAddress }: Visitor, account: string) => {
  const network = toNetworkKey(ipAddress);
  return { network, accountAndNetwork: `${account} ${network}` };
};

/** Returns what a password for an account counts under. */
export async function signInKeys(
  { db, devices, attempts }: KeyDeps,
  email: string,
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { 'sign-in:device': device };
  const address = toLimitKey(visitor.ipAddress);
  const known = await listEntryAddresses(db, { email, days: knownAddressDays });
  if (known.some((entered) => toLimitKey(entered) === address)) {
    return { 'sign-in:known-address': `${email} ${address}` };
  }
  const { network, accountAndNetwork } = ofNetwork(visitor, email);
  const perNetwork = (await attempts.isOver('sign-in:account', email))
    ? 'sign-in:account-and-network-under-attack'
    : 'sign-in:account-and-network';
  return {
    [perNetwork]: accountAndNetwork,
    'sign-in:network': network,
    'sign-in:account': email,
  };
}

/** Returns what a code of a second factor counts under. */
export async function challengeKeys(
  { devices }: KeyDeps,
  { email, userId }: { email: string; userId: string },
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { 'challenge:device': device };
  const { accountAndNetwork } = ofNetwork(visitor, userId);
  return { 'challenge:account-and-network': accountAndNetwork, 'challenge:account': userId };
}

/** Returns what the entry of a mailed code counts under. */
export async function codeKeys(
  { devices }: KeyDeps,
  email: string,
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { 'code:device': device };
  const { network, accountAndNetwork } = ofNetwork(visitor, email);
  return { 'code:account-and-network': accountAndNetwork, 'code:network': network };
}

/** Returns what asking for a mail counts under. */
export async function mailKeys(
  { devices }: KeyDeps,
  email: string,
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { 'mail:device': device };
  const { network, accountAndNetwork } = ofNetwork(visitor, email);
  return {
    'mail:account-and-network': accountAndNetwork,
    'mail:network': network,
    'mail:account': email,
  };
}

/** Counts the use of a link, mailed or printed. Throws `too-many-attempts` (429). */
export const beginLink = (
  { attempts }: Pick<AccountDeps, 'attempts'>,
  { ipAddress }: Visitor,
): Promise<Attempt> => attempts.begin({ 'link:network': toNetworkKey(ipAddress) });
