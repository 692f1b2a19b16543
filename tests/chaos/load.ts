import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { cancelOne, type Session, saveSetting, uploadFile } from './mentor.ts';
import { createBooker, sendLead, sendPlainLead } from './visitors.ts';

/**
 * Lets visitors and the mentor use a site, all at once, until they are told to stop. They cause about a
 * dozen mails a second, fewer than a busy machine sends: what waits would grow until nothing is well.
 */
export function startLoad(session: Session, ledger: Ledger, random: () => number) {
  const book = createBooker(random);
  const faults: unknown[] = [];
  let isStopped = false;

  /** Does it again and again, with pauses of about so many milliseconds. */
  async function repeat(pause: number, work: () => Promise<unknown>): Promise<void> {
    while (!isStopped) {
      await delay(pause * (0.5 + random()));
      await work().catch((error: unknown) => faults.push(error));
    }
  }
  const times = (count: number, pause: number, work: () => Promise<unknown>) =>
    Array.from({ length: count }, () => repeat(pause, work));

  const running = [
    ...times(3, 400, () => sendLead(session, ledger)),
    ...times(1, 800, () => sendPlainLead(session, ledger)),
    ...times(3, 900, () => book(session, ledger)),
    ...times(1, 1_500, () => cancelOne(session, ledger, random)),
    ...times(1, 500, () => saveSetting(session, ledger)),
    ...times(2, 400, () => uploadFile(session, ledger, random)),
  ];
  return {
    /** What went wrong with the load itself. */
    faults,
    /** Lets everybody finish what they have begun. */
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
