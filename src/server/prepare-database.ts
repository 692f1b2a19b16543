import type { Logger } from 'pino';
import type { AccountServices, AdminAccess } from '#features/accounts/server/index.ts';
import { followLedger } from '#features/ledger/server/index.ts';
import type { MailServers } from '#features/mail/server/index.ts';
import type { PaymentKeys } from '#features/payments/server/index.ts';
import { followErasures } from '#features/people/server/index.ts';
import type { SettingsService } from '#features/settings/server/index.ts';
import type { Changes } from '#platform/db/changes.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Services } from './create-services.ts';

interface PreparationDeps {
  connectionString: string;
  log: Logger;
  mailServers: MailServers;
  paymentKeys: Pick<PaymentKeys, 'read'>;
  settings: SettingsService;
  accounts: AccountServices;
  services: Services;
  jobs: Jobs;
  changes: Changes;
}

/** Creates the preparation of the database, which runs when the database is available. */
export function createPreparation(deps: PreparationDeps) {
  const { connectionString, log, mailServers, settings, accounts, services, jobs, changes } = deps;
  const adminAccess = Promise.withResolvers<AdminAccess>();
  let knownAccess: AdminAccess | undefined;
  let isMigrated = false;
  let isFollowing = false;

  return {
    /** How to become the first admin; pending until the database is available. */
    adminAccess: adminAccess.promise,
    isMigrated: () => isMigrated,
    /** Migrates the database and starts everything that uses it. Can be repeated after a failure. */
    async prepareDatabase(): Promise<void> {
      await migrateDatabase(connectionString);
      isMigrated = true;
      await mailServers.read();
      await deps.paymentKeys.read();
      const { timeZone } = (await settings.read()).booking;
      // Only once: a second link would invalidate the printed one.
      knownAccess ??= await accounts.prepareFirstAdmin();
      adminAccess.resolve(knownAccess);
      await services.people.applyErasures({ isStart: true });
      // Before jobs, which issue receipts.
      await services.ledger.update();
      await jobs.start(services.jobHandlers, timeZone);
      services.replayer.wake();
      services.uploads
        .fillPosters()
        .catch((reason: unknown) => log.warn({ reason }, 'Posters of older videos are missing'));
      services.visits
        .start()
        .catch((reason: unknown) =>
          log.error({ reason }, 'Visitor hashes of an earlier day may still exist'),
        );
      if (!isFollowing) {
        followErasures(changes, { ...services.people, log });
        followLedger(changes, { ...services, log });
      }
      isFollowing = true;
      changes.start();
    },
  };
}
