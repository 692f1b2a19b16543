import { parseArgs } from 'node:util';
import { mailForm } from '#features/accounts/rules/account.ts';
import { findSecret } from '#platform/auth/find-secret.ts';
import { type Config, ConfigError } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/client.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { reachDatabase } from '#platform/db/reach-database.ts';
import type { Logger } from '#platform/log/logger.ts';
import { tokenKinds } from './account-tokens.ts';
import { createAccount, describeAccounts, removeAccount, resetAccount } from './manage-accounts.ts';

const usage = `npm run admin -- list
npm run admin -- create <email>
npm run admin -- reset <email> [--without-second-factor]
npm run admin -- remove <email>`;

/** Runs `npm run admin`, whether or not the site runs. Throws ConfigError and AccountError. */
export async function runAdminCommand(config: Config, log: Logger, args: string[]): Promise<void> {
  const { command, email, isSecondFactorRemoved } = readArguments(args);
  await using disposables = new AsyncDisposableStack();
  const connectionString = await reachDatabase(config, log, disposables);
  await migrateDatabase(connectionString);
  const { db, close } = openDatabase({ connectionString, log, maxConnections: 2 });
  disposables.defer(close);
  const deps = { db, secret: await findSecret(config) };

  switch (command) {
    case 'list':
      return console.log((await describeAccounts(deps)).join('\n') || 'No accounts yet.');
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
  console.log(`Choose the password here, within ${tokenKinds['new-password'].minutes} minutes:`);
  console.log(`  ${siteUrl}/login/new-password?token=${token}`);
}
