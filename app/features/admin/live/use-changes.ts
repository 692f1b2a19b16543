import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Change, change } from '#domain/change.ts';
import { pauseBeforeRetry } from '../query-client.ts';

/** Changes that come together are read together, in milliseconds. */
const gatherMs = 250;

/**
 * Reads again what has changed in the database, whoever has changed it, and tells of each.
 * A connection that was lost is opened again, and everything shown is read once more.
 */
export function useChanges(onChange: (told: Change) => void): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const tables = new Set<string>();
    let source: EventSource;
    let failures = 0;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;

    function readAgain() {
      gathering = undefined;
      for (const table of tables) void queryClient.invalidateQueries({ queryKey: [table] });
      void queryClient.invalidateQueries({ queryKey: ['overview'] });
      tables.clear();
    }

    function open(isFirst: boolean) {
      let isKnown = isFirst;
      source = new EventSource('/api/changes');
      source.addEventListener('resync', () => {
        failures = 0;
        if (!isKnown) void queryClient.invalidateQueries();
        // The browser reopens a stream by itself, and then something may have been missed.
        isKnown = false;
      });
      source.addEventListener('message', ({ data }) => {
        const told = change.parse(JSON.parse(data));
        tables.add(told.table);
        gathering ??= setTimeout(readAgain, gatherMs);
        onChange(told);
      });
      source.addEventListener('error', () => {
        // A refusal closes it for good: the server is away, or nobody is signed in any more.
        if (source.readyState !== EventSource.CLOSED) return;
        reopening = setTimeout(() => open(false), pauseBeforeRetry(failures));
        failures += 1;
      });
    }

    open(true);
    return () => {
      clearTimeout(gathering);
      clearTimeout(reopening);
      source.close();
    };
  }, [queryClient, onChange]);
}
