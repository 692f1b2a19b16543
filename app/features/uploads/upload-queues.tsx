import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { UploadKind } from '#domain/upload.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import {
  createUploadQueue,
  isOnItsWay,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts';

const UploadQueuesContext = createContext<Map<UploadKind, UploadQueue> | null>(null);

/** Keeps what is being sent while somebody goes from tab to tab. */
export function UploadQueuesProvider({ children }: { children: ReactNode }) {
  const [queues] = useState(() => new Map<UploadKind, UploadQueue>());
  useEffect(
    () => () => {
      for (const queue of queues.values())
        for (const { key, state } of queue.items()) if (state !== 'done') queue.pause(key);
    },
    [queues],
  );
  useEffect(() => {
    // A page that is left has to be given its files once more.
    function askToStay(event: BeforeUnloadEvent): void {
      if ([...queues.values()].some((queue) => queue.items().some(isOnItsWay)))
        event.preventDefault();
    }
    window.addEventListener('beforeunload', askToStay);
    return () => window.removeEventListener('beforeunload', askToStay);
  }, [queues]);
  return <UploadQueuesContext value={queues}>{children}</UploadQueuesContext>;
}

/** The files of one kind: the same queue wherever it is asked for. Throws outside of the provider. */
export function useUploadQueue(
  options: Omit<Parameters<typeof createUploadQueue>[0], 'session'>,
): UploadQueue {
  const session = useAdminSession();
  const queues = use(UploadQueuesContext);
  if (!queues) throw new Error('useUploadQueue needs an UploadQueuesProvider around it');
  const queue = queues.get(options.kind) ?? createUploadQueue({ ...options, session });
  queues.set(options.kind, queue);
  return queue;
}

/** The files of a queue, as they are now. */
export const useUploadItems = (queue: UploadQueue): readonly UploadItem[] =>
  useSyncExternalStore(queue.subscribe, queue.items, queue.items);
