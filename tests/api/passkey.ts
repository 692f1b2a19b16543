import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const toBase64Url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

interface Options {
  origin?: string;
  rpId?: string;
  /** Whether the user is verified by a PIN or a fingerprint. */
  isVerified?: boolean;
}

/** A software authenticator with one passkey. */
export function createSoftPasskey({
  origin = 'http://localhost:3000',
  rpId = 'localhost',
  isVerified = true,
}: Options = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  const toClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** The flags mean: user present, user verified, key included. */
  function toAuthenticatorData(keyData?: Uint8Array) {
    counter += 1;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (keyData ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, keyData ?? Buffer.alloc(0)]);
  }

  const credential = {
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    id: credential.id,

    /** Creates the passkey for a challenge, without attestation. */
    register(challenge: string) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE in CBOR: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const keyData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = toAuthenticatorData(keyData);
      // { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: toBase64Url(toClientData('webauthn.create', challenge)),
          attestationObject: toBase64Url(attestationObject),
        },
      };
    },

    /** Signs a challenge with the passkey. */
    authenticate(challenge: string) {
      const clientData = toClientData('webauthn.get', challenge);
      const authData = toAuthenticatorData();
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: toBase64Url(clientData),
          authenticatorData: toBase64Url(authData),
          signature: toBase64Url(signature),
        },
      };
    },
  };
}
