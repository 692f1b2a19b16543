import { addDemoDesk, removeDemoDesk } from '#features/admin/server/index.ts';
import { installDemo, removeDemo } from '#features/content/server/index.ts';
import { mentorDay, readCurrentSettings } from '#features/settings/server/index.ts';
import type { Config } from '#platform/config/config.ts';
import { lockForCommand } from '#platform/config/data-directory.ts';
import { openDatabase } from '#platform/db/client.ts';
import type { Database } from '#platform/db/executor.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { findDatabase } from '#platform/db/reach-database.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createFileStorage } from '#platform/storage/file-storage.ts';

const usage =
  '`npm run demo` adds the sample content, leads, bookings and orders, `npm run demo -- --remove` removes them.';

/**
 * Runs the subcommand `demo`. With DATABASE_URL the site may be running; otherwise this starts the
 * private database.
 */
export async function runDemo(
  config: Config,
  args: string[],
  samplesDirectory: string,
): Promise<void> {
  const isRemoval = args[0] === '--remove';
  if (args.length > (isRemoval ? 1 : 0)) throw new Error(usage);

  await using disposables = new AsyncDisposableStack();
  if (!config.databaseUrl)
    disposables.defer(lockForCommand(config.dataDirectory, 'run `npm run demo`'));
  const log = createLogger('warn');
  const connectionString = await findDatabase(config, log, disposables);
  await migrateDatabase(connectionString);
  const { db, close } = openDatabase({ connectionString, log });
  disposables.defer(close);
  const storage = createFileStorage(config);
  disposables.defer(storage.close);

  const desk = isRemoval ? await removeDemoDesk(db) : await addDemoDesk(db, new Date());
  const { records, files } = isRemoval
    ? await removeDemo({ db, storage })
    : await installDemo({
        db,
        storage,
        samplesDirectory,
        today: mentorDay(new Date(), await readClock(db)),
      });
  const done = isRemoval ? 'Removed' : 'Added';
  console.log(`${done} ${records + desk} records and ${files} files of the sample content.`);
  console.log(isRemoval ? usage : `\`npm start\` shows them. ${usage}`);
}

/** Returns the mentor's saved time zone. */
const readClock = async (db: Database) => (await readCurrentSettings(db)).booking.value;
