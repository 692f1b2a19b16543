import type { Problem, ProblemKind } from '#platform/jobs/send-mail.ts';
import { type AlertDeps, findProblem } from './find-problems.ts';
import { type MailedAlone, tellMentor } from './tell-mentor.ts';

/** Between two looks, and before the first, in milliseconds. */
const pauseMs = { first: 60_000, next: 5 * 60_000 };

/**
 * Makes what looks for that which needs a person, in every process: each has a disk and a journal of
 * its own. Looks for nothing before `start`.
 */
export function createAlerts(deps: AlertDeps) {
  const { log } = deps;
  const raised = new Map<ProblemKind, Problem>();
  const mailedAlone: MailedAlone = new Map();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  /** Checks one kind and reports it. What cannot be checked stays as it was. */
  async function lookFor(kind: ProblemKind): Promise<void> {
    const problem = await findProblem[kind](deps);
    if (!problem) {
      if (raised.delete(kind)) log.info({ alert: kind }, 'No longer needs attention');
      return;
    }
    if (!raised.has(kind)) log.warn({ alert: kind, problem }, 'Needs attention');
    raised.set(kind, problem);
    if (deps.hasAlertMails) await tellMentor(deps, problem, mailedAlone);
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
    /** Looks once. */
    look,
    list: () => kinds.map((kind) => ({ kind, isRaised: raised.has(kind) })),
    /** Looks every few minutes from now on. */
    start: () => schedule(pauseMs.first),
    /** Waits for the look that is under way, and takes no other. */
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}

const kinds = Object.keys(findProblem) as ProblemKind[];
