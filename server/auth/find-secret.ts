import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Config, ConfigError } from '#server/config.ts';
import { isDatabaseUnreachable } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { findDatabaseError } from '#server/db/find-database-error.ts';
import { findSetting } from '#server/db/queries/settings.ts';
import { keepPrivateFile } from '#server/whole-file.ts';

/** Where earlier versions kept the secret itself, in plain text. */
export const storedSecretSetting = 'auth-secret';

const createSecret = () => randomBytes(32).toString('base64url');

type SecretConfig = Pick<Config, 'authSecret' | 'databaseUrl' | 'dataDirectory'>;

/**
 * Returns the one secret behind every cookie, hash and encryption: AUTH_SECRET, or what the file
 * `secret` of the data folder holds, which the first start makes. Throws ConfigError with a line to
 * paste when AUTH_SECRET is missing although DATABASE_URL is set, or one that names a damaged file.
 */
export async function findSecret(config: SecretConfig, db: Database): Promise<string> {
  if (config.authSecret) return config.authSecret;
  if (config.databaseUrl) throw new ConfigError(await askForSecret(db));
  const file = path.join(config.dataDirectory, 'secret');
  const secret = await keepPrivateFile(
    file,
    async () => (await findStoredSecret(db)) ?? createSecret(),
  );
  // A power cut may leave it short, or as long as it was and full of zeros.
  if (!/^[^\p{C}\uFFFD]{32,}$/u.test(secret)) {
    throw new ConfigError(
      `${file} is damaged. Restore the file that belongs to the database, or delete it to create a new one, which signs everyone out.`,
    );
  }
  return secret;
}

const findStoredSecret = (db: Database): Promise<string | undefined> =>
  findSetting(db, storedSecretSetting).catch((error: unknown) => {
    // There is no such table yet.
    if (findDatabaseError(error)?.code === '42P01') return undefined;
    throw error;
  });

async function askForSecret(db: Database): Promise<string> {
  const lines = [
    'Set AUTH_SECRET together with DATABASE_URL. It protects the accounts, so it must not be in the database.',
  ];
  let secret: string | undefined;
  try {
    secret = await findStoredSecret(db);
    if (secret)
      lines.push('This is the current secret. The next start removes it from the database.');
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error;
    lines.push(
      'The database does not answer. If the site has used it before, start again when it does: the line then contains the current secret, and everyone stays signed in.',
    );
  }
  lines.push(
    'Put this line into .env, the same one for every process on the database:',
    `AUTH_SECRET=${secret ?? createSecret()}`,
  );
  return lines.join('\n');
}
