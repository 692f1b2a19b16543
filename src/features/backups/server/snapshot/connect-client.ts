import { Client } from 'pg';

/** Turns off the time limits of a connection. Not every version of PostgreSQL has all of them. */
export const disableTimeouts = `
  select set_config(name, '0', false) from pg_settings where name in (
    'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
    'idle_session_timeout', 'transaction_timeout'
  )`;

/** Opens a connection for long operations, with an application name. */
export async function connectClient(connectionString: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  });
  // A broken connection fails the next query; an unhandled event would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(disableTimeouts);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
