import type { Logger } from '#platform/log/logger.ts';
import type { Journal } from './journal.ts';
import type { PendingSubmission } from './records.ts';

/**
 * State of one pass over the journal, so that an unavailable mail server is tried once per pass.
 */
export interface ReplayRound {
  isMailDown: boolean;
}

interface ReplayerOptions {
  journal: Pick<Journal, 'listPending' | 'settle'>;
  /** Processes one submission. Returns whether the journal may forget it. */
  replay: (pending: PendingSubmission, round: ReplayRound) => Promise<boolean>;
  log: Logger;
  pauseMs?: ReplayPause | undefined;
}

/** The pause between rounds, in milliseconds. */
const usualPause = { shortest: 1_000, longest: 10_000 };
export type ReplayPause = typeof usualPause;

export type Replayer = ReturnType<typeof createReplayer>;

/** Replays the journal when woken and, while anything is left, again with growing pauses. */
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
    const settled: string[] = [];
    for (const entry of pending) {
      if (isStopped) break;
      try {
        if (await replay(entry, round)) settled.push(entry.submission);
      } catch (reason) {
        // A failed submission must not block the others. It stays in the journal.
        log.error({ submission: entry.submission, reason }, 'A journaled submission failed');
      }
    }
    await journal.settle(settled);
    const left = journal.listPending().length;
    log.info({ settled: settled.length, left }, 'The journal was replayed');
    pause = settled.length > 0 ? pauseMs.shortest : Math.min(pause * 2, pauseMs.longest);
  }

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      await runRound();
    }
    // Runs synchronously after the last check of `isWoken`, so a later `wake` starts another run.
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
    /**
     * Waits for the running round, which may have a submission that was erased since it started.
     */
    untilRoundEnds: async () => running,
    /** Waits for the running round and starts no other. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
