import { randomUUID } from 'node:crypto';
import { type Credentials, signUpRefused } from '#domain/account.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createLinkToken, hashToken } from '#server/auth/secret.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import type { Transaction } from '#server/db/executor.ts';
import { insertToken } from '#server/db/queries/account-tokens.ts';
import { accountMailPrefix, queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import { AppError } from '#server/errors.ts';
import { toNetworkKey } from '#server/limits/network-keys.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { mailKeys } from './attempt-keys.ts';
import { accountMailSubjects } from './compose-account-mail.ts';
import { tokenExpiry } from './token-life.ts';

interface RequestMailDeps extends AccountDeps {
  /** Addresses that may sign up, in lower case. */
  adminEmails: string[];
}

const countMail = async (deps: AccountDeps, email: string, visitor: Visitor) =>
  deps.attempts.begin(await mailKeys(deps, email, visitor));

/**
 * Queues a mail to somebody, if there is such an account. Who there is, is looked up by the job:
 * the answer here is the same for everybody, and takes the same time. Throws
 * `too-many-attempts` (429).
 */
export async function requestMail(
  deps: RequestMailDeps,
  { purpose, email }: { purpose: Exclude<TokenPurpose, 'sign-up'>; email: string },
  visitor: Visitor,
): Promise<void> {
  await countMail(deps, email, visitor);
  await deps.db.transaction(async (transaction) => {
    await recordEvent(transaction, 'mail-asked', { email }, visitor, purpose);
    await queueAccountMail(deps, transaction, { purpose, email });
  });
}

/**
 * Begins an account for an address that the operator has named. It exists once the link in
 * its mail is used. Throws `sign-up-refused` (403) for every other address, with an account
 * or without, and `too-many-attempts` (429).
 */
export async function requestSignUp(
  deps: RequestMailDeps,
  { email, password }: Credentials,
  visitor: Visitor,
): Promise<void> {
  await deps.attempts.begin({ 'sign-up:network': toNetworkKey(visitor.ipAddress) });
  if (!deps.adminEmails.includes(email)) {
    await recordEvent(deps.db, 'sign-up-refused', { email }, visitor);
    throw new AppError(403, 'sign-up-refused', signUpRefused, {
      message: 'A sign-up of an address that is not in ADMIN_EMAILS',
    });
  }
  await countMail(deps, email, visitor);
  const passwordHash = await hashPassword(password);
  // Nobody knows this one: the job puts another in its place, and mails that.
  const unknown = hashToken(deps.secret, 'sign-up', createLinkToken());
  await deps.db.transaction(async (transaction) => {
    const tokenId = await insertToken(transaction, {
      purpose: 'sign-up',
      userId: null,
      email,
      tokenHash: unknown,
      passwordHash,
      expiresAt: tokenExpiry('sign-up'),
    });
    await recordEvent(transaction, 'mail-asked', { email }, visitor, 'sign-up');
    await queueAccountMail(deps, transaction, { purpose: 'sign-up', email, tokenId });
  });
}

async function queueAccountMail(
  { sendMail }: RequestMailDeps,
  transaction: Transaction,
  { purpose, email, tokenId }: { purpose: TokenPurpose; email: string; tokenId?: string },
): Promise<void> {
  const mail = `${accountMailPrefix}${randomUUID()}:${purpose}`;
  await queueDelivery(transaction, {
    key: mail,
    recipient: email,
    subject: accountMailSubjects[purpose],
  });
  const payload = { kind: 'account-mail' as const, purpose, email, mail };
  await sendMail(transaction, tokenId === undefined ? payload : { ...payload, tokenId });
}
