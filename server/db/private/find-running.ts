import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { databaseRole } from './cluster.ts';

/** How the private database is reached. Encryption is off in words, so that no PGSSLMODE of the environment asks for it. */
export const privateConnectionString = (password: string, port: number | string) =>
  `postgres://${databaseRole}:${password}@127.0.0.1:${port}/${databaseRole}?sslmode=disable`;

/** In the server's own pid file, the line that says its port. */
const portLine = 3;

/** Where the private database is that another process of this data folder runs. Nothing while there is none. */
export function findRunningPostgres(dataDirectory: string): string | undefined {
  const pidFile = path.join(dataDirectory, 'postgres/postmaster.pid');
  const passwordFile = path.join(dataDirectory, 'postgres.password');
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined;
  const port = readFileSync(pidFile, 'utf8').split('\n')[portLine]?.trim();
  if (!port) return undefined;
  return privateConnectionString(readFileSync(passwordFile, 'utf8').trim(), port);
}
