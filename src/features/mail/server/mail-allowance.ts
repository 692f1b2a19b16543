import { randomUUID } from 'node:crypto';
import type { SiteDeps } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { MailJob } from '#platform/jobs/send-mail.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { findMailbox } from './queries/mailboxes.ts';

/** Returns the mailbox of a stranger; undefined for the mentor and for accounts. */
async function findStranger(
  { db, limiter, readSettings }: SiteDeps,
  email: string,
): Promise<string | undefined> {
  if (!limiter.isOn) return undefined;
  const { recipient } = await readSettings();
  if (email.toLowerCase() === recipient.toLowerCase()) return undefined;
  const { mailbox, hasAccount } = await findMailbox(db, email);
  return hasAccount ? undefined : mailbox;
}

/** Returns how long an email to this address would have to wait now, in milliseconds. */
export async function readMailWait(deps: SiteDeps, email: string): Promise<number> {
  const stranger = await findStranger(deps, email);
  return stranger === undefined ? 0 : deps.limiter.readWait('mail-to-stranger', stranger);
}

/**
 * Counts a booking with this address; `once` names it, so that repeats count once. Returns 0, or how
 * long to wait, in milliseconds.
 */
export async function takeBookingAllowance(
  deps: SiteDeps,
  { email, once }: { email: string; once: string },
): Promise<number> {
  const stranger = await findStranger(deps, email);
  return stranger === undefined ? 0 : deps.limiter.take('book-by-mailbox', stranger, once);
}

/**
 * Postpones an email within its sending transaction if its recipient is a stranger who has reached
 * the limit; it is composed again later. Returns whether it did.
 */
export async function postponeMail(
  deps: SiteDeps,
  transaction: Transaction,
  { mail, payload }: { mail: Mail; payload: MailJob },
): Promise<boolean> {
  const stranger = await findStranger(deps, mail.to);
  if (stranger === undefined) return false;
  const waitMs = await deps.limiter.take('mail-to-stranger', stranger, mail.key);
  if (waitMs === 0) return false;
  const at = new Date(Date.now() + waitMs);
  await deps.sendMail(transaction, payload, { id: randomUUID(), at });
  return true;
}
