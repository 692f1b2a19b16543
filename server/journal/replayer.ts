import type { Logger } from '#server/logger.ts';
import type { Journal } from './journal.ts';
import type { PendingSubmission } from './records.ts';

/** What one round over the journal has learned, so that a dead mail server is tried once a round. */
export interface ReplayRound {
  isMailDown: boolean;
}

interface ReplayerOptions {
  journal: Pick<Journal, 'listPending'>;
  replay: (pending: PendingSubmission, round: ReplayRound) => Promise<boolean>;
  log: Logger;
  pauseMs?: ReplayPause | undefined;
}

/** Between two rounds, in milliseconds. */
const usualPause = { shortest: 1_000, longest: 10_000 };
export type ReplayPause = typeof usualPause;

export type Replayer = ReturnType<typeof createReplayer>;

/** Carries on what the journal holds: goes over it when woken and, while anything is left, again with growing pauses. */
export function createReplayer({ journal, replay, log, pauseMs = usualPause }: ReplayerOptions) {
  let pause = pauseMs.shortest;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;

  async function runRound(): Promise<void> {
    const pending = journal.listPending();
    if (pending.length === 0) return;
    const round: ReplayRound = { isMailDown: false };
    let settled = 0;
    for (const entry of pending) {
      if (isStopped) return;
      try {
        if (await replay(entry, round)) settled += 1;
      } catch (reason) {
        // One that cannot be carried on must not hold up the others. It stays in the journal.
        log.error({ submission: entry.submission, reason }, 'A journaled submission failed');
      }
    }
    const left = journal.listPending().length;
    log.info({ settled, left }, 'The journal was replayed');
    pause = settled > 0 ? pauseMs.shortest : Math.min(pause * 2, pauseMs.longest);
  }

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      await runRound();
    }
    // In the same breath as the last look at `isWoken`: whoever wakes it later runs anew.
    running = undefined;
    if (!isStopped && journal.listPending().length > 0) timer = setTimeout(wake, pause);
  }

  function wake(): void {
    isWoken = true;
    clearTimeout(timer);
    running ??= run();
  }

  return {
    wake,
    /** Waits for the round that is running: what was forgotten before may have been in its hands. */
    async untilRoundEnds(): Promise<void> {
      await running;
    },
    /** Waits for the round that is running and begins no other. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
