import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { FailedNotice } from './record-list.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  /** What is shown when the data could not be loaded. */
  failed: string;
  /** The classes of the placeholder. */
  skeleton: string;
  children: (data: Data & {}) => ReactNode;
}

/** Shows what a query has loaded, a placeholder until then, and a notice with a retry if it fails. */
export const Loaded = <Data,>({ query, failed, skeleton, children }: LoadedProps<Data>) => (
  <>
    {query.isError && (
      <FailedNotice text={failed} isReading={query.isFetching} retry={() => void query.refetch()} />
    )}
    {query.data ? children(query.data) : !query.isError && <Skeleton className={skeleton} />}
  </>
);
