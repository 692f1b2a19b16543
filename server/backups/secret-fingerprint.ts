import { createHmac } from 'node:crypto';

/** Tells one secret of a site from another; nobody gets from it to the secret, which is random. */
export const fingerprintSecret = (secret: string): string =>
  createHmac('sha256', secret).update('backup').digest('base64url');
