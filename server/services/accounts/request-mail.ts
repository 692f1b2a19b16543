import { randomUUID } from 'node:crypto';
import { type Credentials, signUpRefused } from '#domain/account.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createLinkToken } from '#server/auth/secret.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { TokenPurpose } from '#server/db/account-schema.ts';
import type { Transaction } from '#server/db/executor.ts';
import { insertToken } from '#server/db/queries/account-tokens.ts';
import { accountMailPrefix, queueDelivery } from '#server/db/queries/mail-deliveries.ts';
import { AppError } from '#server/errors.ts';
import { toNetworkKey } from '#server/limits/network-keys.ts';
import { type AccountDeps, recordEvent, type WithCaptcha } from './account-deps.ts';
import { toStoredToken } from './account-tokens.ts';
import { findAttemptKeys } from './attempts.ts';
import { accountMailSubjects } from './compose-account-mails.ts';

const countMail = async (deps: AccountDeps, email: string, visitor: Visitor) =>
  deps.limiter.beginAttempt(await findAttemptKeys(deps, 'mail', email, visitor));

/**
 * Queues a mail to somebody, if there is such an account. Who there is, is looked up by the job:
 * the answer here is the same for everybody, and takes the same time. Throws
 * `too-many-attempts` (429).
 */
export async function requestMail(
  deps: AccountDeps,
  {
    purpose,
    email,
    captchaToken,
  }: WithCaptcha<{ purpose: Exclude<TokenPurpose, 'sign-up'>; email: string }>,
  visitor: Visitor,
): Promise<void> {
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
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
  deps: AccountDeps,
  { email, password, captchaToken }: WithCaptcha<Credentials>,
  visitor: Visitor,
): Promise<void> {
  await deps.verifyCaptcha?.(captchaToken, visitor.ipAddress);
  await deps.limiter.beginAttempt({ 'sign-up:network': toNetworkKey(visitor.ipAddress) });
  if (!deps.adminEmails.includes(email)) {
    await recordEvent(deps.db, 'sign-up-refused', { email }, visitor);
    throw new AppError(403, 'sign-up-refused', signUpRefused, {
      message: 'A sign-up of an address that is not in ADMIN_EMAILS',
    });
  }
  await countMail(deps, email, visitor);
  const passwordHash = await hashPassword(password);
  // Nobody knows this token: the job puts another in its place, and mails that.
  const unknown = { purpose: 'sign-up', email, token: createLinkToken() } as const;
  const stored = { ...toStoredToken(deps.secret, unknown), userId: null, passwordHash };
  await deps.db.transaction(async (transaction) => {
    const tokenId = await insertToken(transaction, stored);
    await recordEvent(transaction, 'mail-asked', { email }, visitor, 'sign-up');
    await queueAccountMail(deps, transaction, { purpose: 'sign-up', email, tokenId });
  });
}

async function queueAccountMail(
  { sendMail }: AccountDeps,
  transaction: Transaction,
  { purpose, email, ...token }: { purpose: TokenPurpose; email: string; tokenId?: string },
): Promise<void> {
  const mail = `${accountMailPrefix}${randomUUID()}:${purpose}`;
  await queueDelivery(transaction, {
    key: mail,
    recipient: email,
    subject: accountMailSubjects[purpose],
  });
  await sendMail(transaction, { kind: 'account-mail', purpose, email, mail, ...token });
}
