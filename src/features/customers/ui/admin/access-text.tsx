import {
  type AccessState,
  describeAccess,
  describeProgress,
  describeUse,
  isGiven,
} from '#features/customers/rules/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { classNames } from '#ui/class-names.ts';
import type { Access } from './use-customers.ts';

const toDay = (day: string | null) => day && formatDay(day);

/** Whether an access is open, since when and until when. */
export const AccessText = ({ access }: { access: Access }) => (
  <span className="break-words">
    {describeAccess({
      state: access.state,
      startsOn: formatDay(access.starts_on),
      endsOn: toDay(access.ends_on),
      takenOn: toDay(access.taken_on),
      reason: access.revoked_reason,
    })}
  </span>
);

/** How far the customer is with the course, or how many sessions are left. */
export const ProgressText = ({ access: { progress, sessions, state } }: { access: Access }) => (
  <>
    {sessions
      ? describeUse(sessions, !isGiven(state))
      : describeProgress({ ...progress, watchedSeconds: progress.watched_seconds })}
  </>
);

/** An access: its course or sessions, whether it is open, and how far the customer is. */
export const AccessDetails = ({ access }: { access: Access }) => (
  <>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 font-semibold break-words">{access.title}</span>
      <AccessMark state={access.state} />
    </p>
    <p>
      <AccessText access={access} />
    </p>
    <p className="text-sm text-muted">
      <ProgressText access={access} />
    </p>
  </>
);

const marks: Record<AccessState, [words: string, look: string]> = {
  open: ['Open', 'border-success/60 text-success'],
  later: ['Opens later', 'border-gold-soft text-gold'],
  ended: ['Ended', 'border-hairline-strong/50 text-muted'],
  taken: ['Taken away', 'border-hairline-strong/50 text-muted'],
};

/** The state of an access, as a badge. */
export function AccessMark({ state }: Pick<Access, 'state'>) {
  const [words, look] = marks[state];
  return (
    <span
      className={classNames(
        'inline-block rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        look,
      )}
    >
      {words}
    </span>
  );
}
