import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { keepPrivateFile } from '#platform/storage/whole-file.ts';

const createSecret = () => randomBytes(32).toString('base64url');

type SecretConfig = Pick<Config, 'authSecret' | 'databaseUrl' | 'dataDirectory'>;

/**
 * Returns the secret for all cookies, hashes and encryption: AUTH_SECRET, or the file `secret` in
 * the data folder, which the first start creates. Throws ConfigError if AUTH_SECRET is missing
 * although DATABASE_URL is set, or if the file is damaged.
 */
export async function findSecret(config: SecretConfig): Promise<string> {
  if (config.authSecret) return config.authSecret;
  if (config.databaseUrl) {
    throw new ConfigError(
      [
        'Set AUTH_SECRET together with DATABASE_URL. It protects the accounts, so it must not be in the database.',
        'Put this line into .env, the same one for every process on the database:',
        `AUTH_SECRET=${createSecret()}`,
      ].join('\n'),
    );
  }
  const file = path.join(config.dataDirectory, 'secret');
  const secret = await keepPrivateFile(file, createSecret);
  // A power failure can truncate the file, or fill it with zeros.
  if (!/^[^\p{C}\uFFFD]{32,}$/u.test(secret)) {
    throw new ConfigError(
      `${file} is damaged. Restore the file that belongs to the database, or delete it to create a new one, which signs everyone out.`,
    );
  }
  return secret;
}
