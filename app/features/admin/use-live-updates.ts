import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { change } from '#domain/change.ts';
import { pauseBeforeRetry } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useUnanswered } from './lead-states.ts';
import { useCountsInTitle } from './use-counts-in-title.ts';

/** Changes within this time are read together, in milliseconds. */
const gatherMs = 250;

/** Queries that also show the rows of a table. */
const readers: Record<string, string[]> = {
  leads: ['people'],
  bookings: ['people', 'availability_exceptions'],
  person_requests: ['people'],
  erasures: ['people'],
  mail_deliveries: ['mail_server', 'first_steps'],
  backups: ['first_steps'],
};

/** The tables whose new rows are counted in the title. */
const counted = ['leads', 'bookings'];

/** Refetches what has changed in the database, and keeps the counts in the window's title. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { leaving } = useAdminSession();
  const countArrival = useCountsInTitle(useUnanswered());
  useEffect(() => {
    const changed = new Set<string>();
    let source: EventSource;
    let failures = 0;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;

    function refetchChanged() {
      gathering = undefined;
      for (const key of changed) void queryClient.invalidateQueries({ queryKey: [key] });
      changed.clear();
    }

    /** Refetches everything: changes before the connection was open were not announced. */
    async function refetchAll() {
      failures = 0;
      // Running requests finish first.
      await queryClient.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false });
      if (!leaving.aborted) await queryClient.invalidateQueries();
    }

    function open() {
      source = new EventSource('/api/changes');
      source.addEventListener('resync', () => void refetchAll());
      source.addEventListener('message', ({ data }) => {
        const { table, kind } = change.parse(JSON.parse(data));
        for (const key of [table, 'trash', ...(readers[table] ?? [])]) changed.add(key);
        gathering ??= setTimeout(refetchChanged, gatherMs);
        if (kind === 'insert' && counted.includes(table)) countArrival();
      });
      source.addEventListener('error', () => {
        // The browser reconnects by itself unless the server refused the request.
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
