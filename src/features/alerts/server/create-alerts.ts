import { alertMentor, type MailedAlone } from './alert-mentor.ts';
import { type AlertDeps, findProblem } from './find-problems.ts';
import type { Problem, ProblemKind } from './mail-payload.ts';

/** The delay before the first check and between checks, in milliseconds. */
const pauseMs = { first: 60_000, next: 5 * 60_000 };

/**
 * Creates the regular check for problems that need a person. It runs in every process, because each
 * has its own disk and journal. Nothing is checked before `start`.
 */
export function createAlerts(deps: AlertDeps) {
  const { log } = deps;
  const raised = new Map<ProblemKind, Problem>();
  const mailedAlone: MailedAlone = new Map();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  /** Checks for one kind of problem and reports it. A failed check changes nothing. */
  async function lookFor(kind: ProblemKind): Promise<void> {
    const problem = await findProblem[kind](deps);
    if (!problem) {
      if (raised.delete(kind)) log.info({ alert: kind }, 'No longer needs attention');
      return;
    }
    if (!raised.has(kind)) log.warn({ alert: kind, problem }, 'Needs attention');
    raised.set(kind, problem);
    if (deps.hasAlertMails) await alertMentor(deps, problem, mailedAlone);
  }

  async function look(): Promise<void> {
    for (const kind of kinds) {
      await lookFor(kind).catch((reason: unknown) =>
        log.warn({ alert: kind, reason }, 'Could not check what needs attention'),
      );
    }
  }

  const schedule = (ms: number) => {
    timer = setTimeout(async () => {
      looking = look();
      await looking;
      if (timer) schedule(pauseMs.next);
    }, ms);
  };

  return {
    look,
    list: () => kinds.map((kind) => ({ kind, isRaised: raised.has(kind) })),
    /** Checks every few minutes from now on. */
    start: () => schedule(pauseMs.first),
    /** Waits for the current check, and starts no other. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}

const kinds = Object.keys(findProblem) as ProblemKind[];
