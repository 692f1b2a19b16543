import type { NetConnectOpts } from 'node:net';
import { openPassage, type Passage } from './passage.ts';

/** A proxy between the site and its database, which can simulate an outage. */
export interface SeverableDatabase extends Passage {
  connectionString: string;
}

/**
 * Returns the target of a connection string: a port, or a Unix socket in the folder given as
 * `host`.
 */
function targetOf(connectionString: string): NetConnectOpts {
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const port = url.port || url.searchParams.get('port') || '5432';
  if (folder?.startsWith('/')) return { path: `${folder}/.s.PGSQL.${port}` };
  return { host: folder ?? url.hostname, port: Number(port) };
}

/** Starts a proxy to the database that can be cut. */
export async function severDatabase(connectionString: string): Promise<SeverableDatabase> {
  const passage = await openPassage(targetOf(connectionString));
  const through = new URL(connectionString);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  through.hostname = '127.0.0.1';
  through.port = String(passage.port);
  return { ...passage, connectionString: through.href };
}
