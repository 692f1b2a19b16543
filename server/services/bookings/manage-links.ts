import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/db/executor.ts';
import { keepFirstSetting } from '#server/db/queries/settings.ts';

/** Half of each: the booking's id, and the signature that only this site can make. In bytes. */
const partBytes = 16;

const settingKey = 'booking-link-secret';

/** The private links by which visitors reach their bookings. */
export interface ManageLinks {
  /** `/booking/<token>`. */
  toPath(bookingId: string): Promise<string>;
  /** The id of the booking that a token leads to; nothing when the token is not ours. */
  readToken(token: string): Promise<string | undefined>;
}

/**
 * Links are signed, not stored: every later mail of a booking can carry its link, and a copy
 * of the bookings opens none. The key is made once and shared by all processes.
 */
export function createManageLinks(db: Database): ManageLinks {
  let key: Promise<Buffer> | undefined;

  function readKey(): Promise<Buffer> {
    key ??= keepFirstSetting(db, settingKey, randomBytes(32).toString('base64')).then((text) =>
      Buffer.from(text, 'base64'),
    );
    // A database that was away is asked again the next time.
    key.catch(() => {
      key = undefined;
    });
    return key;
  }

  const sign = async (id: Buffer) =>
    createHmac('sha256', await readKey())
      .update('booking:')
      .update(id)
      .digest()
      .subarray(0, partBytes);

  return {
    async toPath(bookingId) {
      const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex');
      return `/booking/${Buffer.concat([id, await sign(id)]).toString('base64url')}`;
    },
    async readToken(token) {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding forgives; only the one spelling that we write counts.
      if (bytes.length !== 2 * partBytes || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, partBytes);
      if (!timingSafeEqual(bytes.subarray(partBytes), await sign(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
