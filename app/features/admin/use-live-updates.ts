import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { change } from '#domain/change.ts';
import { pauseBeforeRetry } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useCountsInTitle } from './use-counts-in-title.ts';
import { useUnanswered } from './use-lead-counts.ts';

/** Changes that come together are read together, in milliseconds. */
const gatherMs = 250;

/** Reads again what has changed in the database, and keeps the counts in the title of the window. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { leaving } = useAdminSession();
  const countArrival = useCountsInTitle(useUnanswered());
  useEffect(() => {
    const tables = new Set<string>();
    let source: EventSource;
    let failures = 0;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;

    function readAgain() {
      gathering = undefined;
      // Time off tells what is booked in it.
      if (tables.has('bookings')) tables.add('availability_exceptions');
      if (ofPeople.some((table) => tables.has(table))) tables.add('people');
      if (tables.has('mail_deliveries')) tables.add('mail_server');
      // Each is a step.
      if (tables.has('backups') || tables.has('mail_server')) tables.add('first_steps');
      for (const table of tables) void queryClient.invalidateQueries({ queryKey: [table] });
      // It is of many tables.
      void queryClient.invalidateQueries({ queryKey: ['trash'] });
      tables.clear();
    }

    /**
     * Refetches what was requested before the change feed was connected: changes in between were not
     * announced. Running requests finish first; if one fails after its retries, its list shows the error.
     */
    async function readAllAgain() {
      const underWay = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' });
      await queryClient.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
      if (leaving.aborted) return;
      const hasJustFailed = (query: Query) =>
        query.state.status === 'error' && underWay.includes(query);
      await queryClient.invalidateQueries({ predicate: (query) => !hasJustFailed(query) });
    }

    function open() {
      source = new EventSource('/api/changes');
      source.addEventListener('resync', () => {
        failures = 0;
        void readAllAgain();
      });
      source.addEventListener('message', ({ data }) => {
        const received = change.parse(JSON.parse(data));
        tables.add(received.table);
        gathering ??= setTimeout(readAgain, gatherMs);
        if (received.kind === 'insert' && counted.has(received.table)) countArrival();
      });
      source.addEventListener('error', () => {
        // A refusal closes it for good: the server is away, or nobody is signed in any more.
        if (source.readyState !== EventSource.CLOSED) return;
        reopening = setTimeout(open, pauseBeforeRetry(failures));
        failures += 1;
      });
    }

    function stop() {
      clearTimeout(gathering);
      clearTimeout(reopening);
      source.close();
    }

    open();
    leaving.addEventListener('abort', stop);
    return () => {
      leaving.removeEventListener('abort', stop);
      stop();
    };
  }, [queryClient, countArrival, leaving]);
}

const counted = new Set(['leads', 'bookings']);
const ofPeople = ['leads', 'bookings', 'person_requests', 'erasures'];
