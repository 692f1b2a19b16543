import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { describeErased } from './person-words.ts';
import { FailedNotice } from './record-list.tsx';
import { useErasures } from './use-person.ts';

/** What is left of those who were erased: when, by whom, how many of what. */
export function ErasureRecords() {
  const { data, isError, isFetching, refetch } = useErasures();
  const { timeZone, timeZoneLabel } = useFacts();
  if (isError) {
    return (
      <div className="mt-12">
        <FailedNotice
          text="What was erased could not be read."
          isReading={isFetching}
          retry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Erasures" className="mt-12 lg:mt-16">
      <h2 className="text-heading">Erasures</h2>
      <p className="mt-2 max-w-prose text-muted">
        Nobody is named here. Backups that are older have the same erased again when they are
        restored.
      </p>
      <ul className="mt-5 border-t border-hairline">
        {data.map(({ id, erased_at, erased_by, counts, scrubbed_at }) => (
          <li key={id} className="grid gap-1 border-b border-hairline py-4">
            <p className="flex flex-wrap gap-x-4">
              <time dateTime={erased_at} className="font-semibold">
                {formatDateAndClock(erased_at, timeZone)} {timeZoneLabel}
              </time>
              <span className="text-muted">by {erased_by}</span>
            </p>
            <p>{describeErased(counts)}</p>
            <p className="text-sm text-muted">
              {scrubbed_at
                ? 'The files of the database were written anew without it.'
                : 'The files of the database are being written anew without it; large ones at night.'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
