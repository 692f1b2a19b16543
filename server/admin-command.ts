import { parseArgs } from 'node:util';
import { mailForm } from '#domain/account.ts';
import { findSecret } from './auth/find-secret.ts';
import { type Config, ConfigError } from './config.ts';
import { openDatabase } from './db/client.ts';
import type { Database } from './db/executor.ts';
import { migrateDatabase } from './db/migrate.ts';
import { listAccounts } from './db/queries/accounts.ts';
import type { Logger } from './logger.ts';
import { reachDatabase } from './reach-database.ts';
import { tokenMinutes } from './services/accounts/account-tokens.ts';
import { createAccount, removeAccount, resetAccount } from './services/accounts/manage-accounts.ts';

const usage = `npm run admin -- list
npm run admin -- create <email>
npm run admin -- reset <email> [--without-second-factor]
npm run admin -- remove <email>`;

/**
 * Runs the subcommand `admin`, while the site runs or without it. Throws ConfigError when it is
 * not understood, AccountError when it cannot be done.
 */
export async function runAdminCommand(config: Config, log: Logger, args: string[]): Promise<void> {
  const { command, email, isSecondFactorRemoved } = readArguments(args);
  await using disposables = new AsyncDisposableStack();
  const connectionString = await reachDatabase(config, log, disposables);
  await migrateDatabase(connectionString);
  const { db, close } = openDatabase({ connectionString, log, maxConnections: 2 });
  disposables.defer(close);
  const deps = { db, secret: await findSecret(config, db) };

  switch (command) {
    case 'list':
      // Awaited here: the connection closes when this returns.
      return await printAccounts(db);
    case 'create':
      return printLink(config, `${email} has an account.`, await createAccount(deps, email));
    case 'reset': {
      const token = await resetAccount(deps, email, { isSecondFactorRemoved });
      return printLink(config, `The old password of ${email} no longer works.`, token);
    }
    case 'remove':
      await removeAccount(deps, email);
      console.log(`Removed the account of ${email}.`);
  }
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'without-second-factor': { type: 'boolean', default: false } },
    });
    const [command, address, ...others] = positionals;
    const isSecondFactorRemoved = values['without-second-factor'];
    if (command === 'list' && address === undefined) {
      return { command, email: '', isSecondFactorRemoved } as const;
    }
    if (command !== 'create' && command !== 'reset' && command !== 'remove') throw new Error();
    const { email } = mailForm.parse({ email: address });
    if (others.length > 0) throw new Error();
    return { command, email, isSecondFactorRemoved } as const;
  } catch {
    throw new ConfigError(usage);
  }
}

function printLink({ siteUrl }: Config, done: string, token: string): void {
  console.log(done);
  console.log(`Choose the password here, within ${tokenMinutes['new-password']} minutes:`);
  console.log(`  ${siteUrl}/login/new-password?token=${token}`);
}

async function printAccounts(db: Database): Promise<void> {
  const accounts = await listAccounts(db);
  if (accounts.length === 0) console.log('No accounts yet.');
  for (const { email, createdAt, hasPassword, hasSecondFactor } of accounts) {
    const facts = [
      hasPassword ? 'password' : 'no password yet',
      hasSecondFactor ? 'two-step sign-in' : 'no two-step sign-in',
      `since ${createdAt.toISOString().slice(0, 10)}`,
    ];
    console.log(`${email}  ${facts.join(', ')}`);
  }
}
