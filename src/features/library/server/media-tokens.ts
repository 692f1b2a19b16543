import { hashToken, isSameText } from '#platform/auth/secret.ts';

/** What a media token opens: one file, by one entitlement. */
export interface MediaGrant {
  entitlementId: string;
  fileId: string;
}

/** The entitlement in the tokens of visitors, who open the preview of a course without one. */
export const noEntitlement = '00000000-0000-0000-0000-000000000000';

const hourSeconds = 3_600;

/** How long after the start of its hour a token is valid, in milliseconds. */
const lifeMs = 24 * hourSeconds * 1000;

const idBytes = 16;
const signatureBytes = 16;
const contentBytes = 2 * idBytes + 4;

const toBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

const toId = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const sign = (secret: string, content: Buffer) =>
  Buffer.from(hashToken(secret, 'library-media', content.toString('hex')), 'base64url').subarray(
    0,
    signatureBytes,
  );

/** Returns the token of a file in the hour of an instant. It is the same for the whole hour. */
export function toMediaToken(secret: string, { entitlementId, fileId }: MediaGrant, at: Date) {
  const hour = Buffer.alloc(4);
  hour.writeUInt32BE(Math.floor(at.getTime() / 1000 / hourSeconds));
  const content = Buffer.concat([toBytes(entitlementId), toBytes(fileId), hour]);
  return Buffer.concat([content, sign(secret, content)]).toString('base64url');
}

/** Returns what a token opens, or undefined if it is not ours or more than 24 hours old. */
export function readMediaToken(secret: string, token: string, now: Date): MediaGrant | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== contentBytes + signatureBytes) return undefined;
  const content = bytes.subarray(0, contentBytes);
  const expected = Buffer.concat([content, sign(secret, content)]).toString('base64url');
  // The spelling is compared too, because decoding accepts several.
  if (!isSameText(expected, token)) return undefined;
  const startedAt = content.readUInt32BE(2 * idBytes) * hourSeconds * 1000;
  if (now.getTime() - startedAt > lifeMs) return undefined;
  return {
    entitlementId: toId(content.subarray(0, idBytes)),
    fileId: toId(content.subarray(idBytes, 2 * idBytes)),
  };
}
