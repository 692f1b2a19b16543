import { Check, UserSearch } from 'lucide-react';
import {
  CardButton,
  CardPageLink,
  Day,
  FailedNotice,
  Notice,
  useFocusAfterRemoval,
  useMentorClock,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import { requestWords } from '#features/people/rules/request-kinds.ts';
import { classNames } from '#ui/class-names.ts';
import { useAnswer } from './use-person.ts';

/** The open data requests and when replies are due; nothing if there are none. */
export function PersonRequests() {
  const requestsRead = useRead(['people', 'requests'], (api, init) =>
    api.people.requests.$get({}, init),
  );
  const { data: requests = [] } = requestsRead;
  const { toDay } = useMentorClock();
  const answer = useAnswer();
  const { ref, rememberRow } = useFocusAfterRemoval(requests.length);
  if (requestsRead.isError)
    return <FailedNotice text="Data requests could not be loaded." query={requestsRead} />;
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
      detail={`reply by ${toDay(firstDue)}`}
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
                <Day at={due_at} />
              </p>
            </div>
            <div className="-mx-2 flex flex-wrap">
              <CardPageLink
                icon={UserSearch}
                spoken={`: ${email}`}
                to="/admin/people"
                preventScrollReset={false}
                state={{ text: email }}
              >
                Find this person
              </CardPageLink>
              <CardButton
                icon={Check}
                spoken={`: ${email}`}
                isBusy={answer.isPending}
                onClick={() => answer.mutate(id)}
              >
                Mark as answered
              </CardButton>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
