import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { refetchChanged } from '#features/accounts/ui/admin/index.ts';
import { pauseBeforeRetry, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { useUnanswered } from '#features/leads/ui/admin/index.ts';
import { change } from '#rules/change.ts';

/** Changes within this time are refetched together, in milliseconds. */
const gatherMs = 250;

/** Queries that also show the rows of a table. */
const readers: Record<string, string[]> = {
  leads: ['people'],
  bookings: ['people', 'customers', 'availability_exceptions', 'orders'],
  courses: ['lessons', 'first_steps'],
  sections: ['lessons'],
  lessons: ['first_steps'],
  lesson_files: ['lessons', 'films'],
  videos: ['films'],
  person_requests: ['people'],
  erasures: ['people'],
  mail_deliveries: ['mail_server', 'first_steps'],
  backups: ['first_steps'],
  payments: ['orders'],
  payment_keys: ['orders'],
  payment_notifications: ['orders'],
  refunds: ['orders'],
  customers: ['people'],
  entitlements: ['people', 'customers', 'orders', 'bookings'],
  orders: ['vouchers'],
};

/** The tables whose new rows are counted in the page title. */
const counted = ['leads', 'bookings'];

/** Refetches what has changed in the database, and keeps the counts in the page title. */
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

    const refetch = (filters: { queryKey?: string[] }) =>
      void refetchChanged(queryClient, filters, leaving);

    function refetchGathered() {
      gathering = undefined;
      for (const key of changed) refetch({ queryKey: [key] });
      changed.clear();
    }

    /** Refetches everything: changes before the connection was open were not announced. */
    function refetchAll() {
      failures = 0;
      refetch({});
    }

    function open() {
      source = new EventSource('/api/changes');
      source.addEventListener('resync', refetchAll);
      source.addEventListener('message', ({ data }) => {
        const { table, kind } = change.parse(JSON.parse(data));
        for (const key of [table, 'trash', ...(readers[table] ?? [])]) changed.add(key);
        gathering ??= setTimeout(refetchGathered, gatherMs);
        if (kind === 'insert' && counted.includes(table)) countArrival();
      });
      source.addEventListener('error', () => {
        // The browser reconnects automatically unless the server refused the request.
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

const withoutCounts = (title: string) => title.replace(/^(?:\([\d,]+\) )?(?:\d+ new · )?/, '');

/**
 * Shows in the page title how many leads are unanswered, and how many leads and bookings have
 * arrived since the mentor last used the page: `(3) 2 new · …`. Returns a function that counts an
 * arrival.
 */
export function useCountsInTitle(unanswered = 0): () => void {
  const [arrivals, setArrivals] = useState(0);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page sets its own title
  useEffect(() => {
    const waiting = unanswered > 0 ? `(${unanswered.toLocaleString('en')}) ` : '';
    const arrived = arrivals > 0 ? `${arrivals} new · ` : '';
    document.title = waiting + arrived + withoutCounts(document.title);
  }, [unanswered, arrivals, pathname]);

  useEffect(() => {
    const leaving = new AbortController();
    for (const event of ['pointerdown', 'keydown', 'wheel', 'focus'])
      window.addEventListener(event, () => setArrivals(0), {
        passive: true,
        signal: leaving.signal,
      });
    return () => {
      leaving.abort();
      document.title = withoutCounts(document.title);
    };
  }, []);

  return useCallback(() => setArrivals((before) => before + 1), []);
}
