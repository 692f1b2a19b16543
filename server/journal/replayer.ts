import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import type { Journal } from './journal.ts';
import type { PendingSubmission } from './records.ts';

interface ReplayerOptions<Round> {
  journal: Pick<Journal, 'listPending'>;
  startRound: () => Round;
  /** Returns whether the submission is settled. */
  replay: (pending: PendingSubmission, round: Round) => Promise<boolean>;
  log: Logger;
  pauseMs?: ReplayPause | undefined;
}

/** The shortest and the longest pause between two rounds, in milliseconds. */
export interface ReplayPause {
  shortest: number;
  longest: number;
}

/**
 * Carries on, in the background, what the journal holds: goes over the pending submissions when it
 * is woken and then, while any is left, again with growing pauses.
 */
export function createReplayer<Round>({
  journal,
  startRound,
  replay,
  log,
  pauseMs = { shortest: 1_000, longest: 30_000 },
}: ReplayerOptions<Round>) {
  let pause = pauseMs.shortest;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;

  async function runRound(): Promise<void> {
    const pending = journal.listPending();
    if (pending.length === 0) return;
    const round = startRound();
    let settled = 0;
    for (const entry of pending) {
      if (isStopped) return;
      try {
        if (await replay(entry, round)) settled += 1;
      } catch (error) {
        // One that cannot be carried on must not hold up the others. It stays in the journal.
        log.error(
          { submission: entry.submission, reason: describeError(error) },
          'A journaled submission failed',
        );
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
    /** Begins a round now, or another one right after the one that is running. */
    wake,
    /** Waits for the round that is running and begins no other. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
