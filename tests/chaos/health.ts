import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { type Session, uploadFile } from './mentor.ts';
import { isGood, send } from './send.ts';
import { sendLead } from './visitors.ts';
import type { World } from './world.ts';

/** Longer than a site may need to mend itself; after that it never will. In milliseconds. */
const patience = 180_000;

/**
 * Waits until a site is well, and says how many milliseconds that took; nothing where it does not
 * become well. Well is: it says so, gives a page, stores a message and has it mailed, takes a file.
 */
export async function measureRecovery(
  world: World,
  session: Session,
  ledger: Ledger,
): Promise<{ took: number } | { missing: string }> {
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  let missing = 'anything';

  async function isWell(): Promise<boolean> {
    missing = '/readyz';
    if (!isGood(await send(`${world.url}/readyz`))) return false;
    missing = 'a page';
    if (!isGood(await send(`${world.url}/`))) return false;
    missing = 'a stored message';
    const lead = await sendLead(world, ledger);
    const rows = await world.query('select 1 from leads where id = $1', [lead.id]);
    if (rows.length === 0) return false;
    missing = 'its mail';
    while (![...world.mail.taken.keys()].some((stem) => stem.startsWith(`lead.${lead.id}.`))) {
      if (took() > patience) return false;
      await delay(25);
    }
    missing = 'an uploaded file';
    return uploadFile(session, ledger, neverGivenUp);
  }

  while (took() < patience) {
    if (await isWell().catch(() => false)) return { took: took() };
    await delay(100);
  }
  return { missing };
}

/** A guide of middle size, to its end. */
const neverGivenUp = () => 0.5;
