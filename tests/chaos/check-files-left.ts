import { findStoragePath } from '#domain/stored-file.ts';
import { type Breach, breach, untilWell } from './breach.ts';
import { checkRecords } from './check-records.ts';
import type { Ledger } from './ledger.ts';
import type { Session } from './mentor.ts';
import type { World } from './world.ts';

/** How long the site may take to clear away, in milliseconds. */
const patience = 180_000;

/** Has the site clear away what nobody names, and looks for what is left. Nobody sends anything meanwhile. */
export async function checkFilesLeft(
  world: World,
  session: Session,
  ledger: Ledger,
): Promise<{ orphans: number; breaches: Breach[] }> {
  const listOrphans = async () => {
    const rows = await world.query(
      'select file_url as url from freebies union all select video_url from videos',
    );
    const named = new Set(rows.map(({ url }) => findStoragePath(url)));
    return [
      ...(await world.listStored()).filter((name) => !named.has(name)),
      ...(await world.listInbox()),
    ];
  };
  const before = (await listOrphans()).length;
  await world.sweep();
  const breaches = await untilWell(
    async () => (await listOrphans()).map((name) => breach(Number.NaN, 'orphan', name)),
    patience,
  );
  const lost = await checkRecords(world, session, ledger, () => true);
  return { orphans: before - breaches.length, breaches: [...breaches, ...lost] };
}
