import { createHash, randomBytes } from 'node:crypto';
import type { Database, Executor, Transaction } from '#server/db/executor.ts';
import { hasAccounts } from '#server/db/queries/accounts.ts';
import {
  deleteSetting,
  findSetting,
  putSetting,
  takeSetting,
} from '#server/db/queries/settings.ts';

/** Where the one link that counts is remembered, as a hash: reading the table opens nothing. */
const settingKey = 'set-up-link';

const hash = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Makes the link's token. It replaces every earlier one. */
export async function createSetUpToken(db: Executor): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await putSetting(db, settingKey, hash(token));
  return token;
}

/** Whether a token would open the set-up now. Uses nothing up. */
export async function isSetUpToken(db: Database, token: string): Promise<boolean> {
  return (await findSetting(db, settingKey)) === hash(token) && !(await hasAccounts(db));
}

/** Uses a token up. Of any number of tries at once, one succeeds. */
export const takeSetUpToken = (transaction: Transaction, token: string) =>
  takeSetting(transaction, settingKey, hash(token));

/** There is an account: whatever link was printed opens nothing any more. */
export const dropSetUpToken = (transaction: Transaction) => deleteSetting(transaction, settingKey);
