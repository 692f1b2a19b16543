import type { Visitor } from '#server/auth/visitor.ts';
import { listEntryAddresses } from '#server/db/queries/account-events.ts';
import type { Attempt, AttemptKeys } from '#server/limits/limiter.ts';
import { attemptLimits } from '#server/limits/limits.ts';
import { toLimitKey, toNetworkKey } from '#server/limits/network-keys.ts';
import type { AccountDeps } from './account-deps.ts';

// A browser that has signed in to the account before has a budget of its own everywhere, and
// whatever strangers fail at counts for strangers only.

/** For how long an account remembers where it was entered from, in days. */
const knownAddressDays = 90;

/** Returns what a second factor's code, a mailed code or asking for a mail counts under. */
export async function findAttemptKeys(
  { devices }: AccountDeps,
  action: 'challenge' | 'code' | 'mail',
  email: string,
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { [`${action}:device`]: device };
  const network = toNetworkKey(visitor.ipAddress);
  const keys = {
    [`${action}:account-and-network`]: `${email} ${network}`,
    [`${action}:network`]: network,
    [`${action}:account`]: email,
  };
  return Object.fromEntries(Object.entries(keys).filter(([name]) => name in attemptLimits));
}

/** Counts such a try. Throws `too-many-attempts` (429). */
export const beginAttempt = async (...given: Parameters<typeof findAttemptKeys>) =>
  given[0].limiter.beginAttempt(await findAttemptKeys(...given));

/** Returns what a password for an account counts under. */
export async function findSignInKeys(
  { db, devices, limiter }: AccountDeps,
  email: string,
  visitor: Visitor,
): Promise<AttemptKeys> {
  const device = await devices.recognise(email, visitor);
  if (device) return { 'sign-in:device': device };
  const ipAddress = toLimitKey(visitor.ipAddress);
  const known = await listEntryAddresses(db, email, knownAddressDays);
  if (known.some((entered) => toLimitKey(entered) === ipAddress)) {
    return { 'sign-in:known-address': `${email} ${ipAddress}` };
  }
  const network = toNetworkKey(visitor.ipAddress);
  const perNetwork = (await limiter.isOver('sign-in:account', email))
    ? 'sign-in:account-and-network-under-attack'
    : 'sign-in:account-and-network';
  return {
    [perNetwork]: `${email} ${network}`,
    'sign-in:network': network,
    'sign-in:account': email,
  };
}

/** Counts the use of a link, mailed or printed. Throws `too-many-attempts` (429). */
export const beginLink = ({ limiter }: AccountDeps, { ipAddress }: Visitor): Promise<Attempt> =>
  limiter.beginAttempt({ 'link:network': toNetworkKey(ipAddress) });
