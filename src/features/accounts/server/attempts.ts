import type { Visitor } from '#platform/auth/visitor.ts';
import type { Attempt, AttemptKeys } from '#platform/limits/limiter.ts';
import { attemptLimits } from '#platform/limits/limits.ts';
import { toNetworkKey } from '#platform/limits/network-keys.ts';
import type { AccountDeps } from './account-deps.ts';

type Action = 'sign-in' | 'challenge' | 'code' | 'mail';

/**
 * Returns the keys that an attempt counts under. A browser that has signed in to the account before
 * has its own budget, so that strangers cannot lock out the owner.
 */
export async function findAttemptKeys(
  { devices }: AccountDeps,
  action: Action,
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

/** Counts an attempt. Throws `too-many-attempts` (429). */
export const beginAttempt = async (...given: Parameters<typeof findAttemptKeys>) =>
  given[0].limiter.beginAttempt(await findAttemptKeys(...given));

/** Counts the use of a one-time link or a passkey. Throws `too-many-attempts` (429). */
export const beginLink = ({ limiter }: AccountDeps, { ipAddress }: Visitor): Promise<Attempt> =>
  limiter.beginAttempt({ 'link:network': toNetworkKey(ipAddress) });
