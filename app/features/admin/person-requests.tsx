import { Check, UserSearch } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { requestWords } from '#domain/request-kinds.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { Notice } from './notice.tsx';
import { cardActionClass } from './record-card.tsx';
import { FailedNotice, useFocusAfterRemoval } from './record-list.tsx';
import { useAnswer, usePersonRequests } from './use-person.ts';

/** Open data requests and when replies are due; nothing if there are none. */
export function PersonRequests() {
  const { data: requests = [], isError, isFetching, refetch } = usePersonRequests();
  const { timeZone } = useFacts();
  const answer = useAnswer();
  const { ref, rememberRow } = useFocusAfterRemoval(requests.length);
  if (isError) {
    return (
      <FailedNotice
        text="Data requests could not be loaded."
        isReading={isFetching}
        retry={() => void refetch()}
      />
    );
  }
  if (requests.length === 0) return null;
  const now = new Date().toISOString();
  const firstDue = requests.map(({ due_at }) => due_at).sort()[0] ?? now;
  return (
    <Notice
      ref={ref}
      tabIndex={-1}
      aria-label="Data requests"
      tone={firstDue < now ? 'danger' : 'gold'}
      title={requests.length === 1 ? 'A data request' : `${requests.length} data requests`}
      detail={`reply by ${formatDay(dayInZone(firstDue, timeZone))}`}
    >
      <ul>
        {requests.map(({ id, kind, email, message, due_at }, index) => (
          <li
            key={id}
            tabIndex={-1}
            onFocus={() => rememberRow(index)}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline py-3 first:border-0"
          >
            <div className="min-w-0 flex-1 basis-72">
              <p className="break-words">
                <span className="font-medium">{requestWords[kind]}</span>{' '}
                <span className="text-muted">{email}</span>
              </p>
              {message && (
                <p className="max-w-prose text-sm break-words whitespace-pre-line text-muted">
                  {message}
                </p>
              )}
              <p className={classNames('text-sm', due_at < now ? 'text-danger' : 'text-muted')}>
                {due_at < now ? 'Reply was due ' : 'Reply by '}
                <time dateTime={due_at}>{formatDay(dayInZone(due_at, timeZone))}</time>
              </p>
            </div>
            <div className="-mx-2 flex flex-wrap">
              <Link to="/admin/people" state={{ text: email }} className={cardActionClass}>
                <UserSearch className="size-4" />
                Find this person<span className="sr-only">: {email}</span>
              </Link>
              <button
                type="button"
                aria-disabled={answer.isPending}
                onClick={() => !answer.isPending && answer.mutate(id)}
                className={cardActionClass}
              >
                <Check className="size-4" />
                Mark as answered<span className="sr-only">: {email}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
