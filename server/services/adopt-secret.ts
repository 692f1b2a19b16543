import { storedSecretSetting } from '#server/auth/find-secret.ts';
import { decrypt, encrypt } from '#server/auth/secret.ts';
import type { Database, Transaction } from '#server/db/executor.ts';
import { listFactorSecrets, putFactorSecret } from '#server/db/queries/factors.ts';
import { findSetting, putSetting, takeSetting } from '#server/db/queries/settings.ts';
import type { Logger } from '#server/logger.ts';
import { earlierKeySetting } from './bookings/manage-links.ts';

/** Where earlier versions kept the key of the booking links, in plain text. */
const storedLinkKeySetting = 'booking-link-secret';

/**
 * Leaves nothing in the database that opens anything by itself: what earlier versions kept there in
 * plain text is encrypted or removed. Logs how many second factors cannot be read. Safe to race.
 */
export async function adoptSecret(db: Database, secret: string, log: Logger): Promise<void> {
  await db.transaction(async (transaction) => {
    const earlier = await takeStored(transaction, storedSecretSetting);
    if (earlier !== undefined && earlier !== secret) {
      await encryptFactorsAnew(transaction, earlier, secret);
    }
    const linkKey = await takeStored(transaction, storedLinkKeySetting);
    if (linkKey !== undefined) {
      await putSetting(transaction, earlierKeySetting, await encrypt(secret, linkKey));
    }
  });

  const factors = await listFactorSecrets(db);
  const read = await Promise.all(factors.map((factor) => decrypt(secret, factor.secret)));
  const unreadable = read.filter((text) => text === undefined).length;
  if (unreadable > 0) {
    log.error(
      { unreadable },
      'Two-step sign-in belongs to another secret and fails: restore the old AUTH_SECRET or the old file `secret`, or run `npm run admin -- reset <email> --without-second-factor`',
    );
  }
}

/** Takes a setting out of the database. Of several processes at once, one gets it. */
async function takeStored(transaction: Transaction, key: string): Promise<string | undefined> {
  const value = await findSetting(transaction, key);
  if (value === undefined) return undefined;
  return (await takeSetting(transaction, key, value)) ? value : undefined;
}

/** Lets second factors go on under another secret. What `from` does not open stays as it is. */
async function encryptFactorsAnew(transaction: Transaction, from: string, to: string) {
  for (const { id, secret } of await listFactorSecrets(transaction)) {
    const text = await decrypt(from, secret);
    if (text !== undefined) await putFactorSecret(transaction, id, await encrypt(to, text));
  }
}
