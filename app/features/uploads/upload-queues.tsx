import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { UploadKind } from '#domain/upload.ts';
import { createUploadQueue, type UploadItem, type UploadQueue } from './upload-queue.ts';

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
  return <UploadQueuesContext value={queues}>{children}</UploadQueuesContext>;
}

/** The files of one kind: the same queue wherever it is asked for. Throws outside of the provider. */
export function useUploadQueue(options: Parameters<typeof createUploadQueue>[0]): UploadQueue {
  const queues = use(UploadQueuesContext);
  if (!queues) throw new Error('useUploadQueue needs an UploadQueuesProvider around it');
  const queue = queues.get(options.kind) ?? createUploadQueue(options);
  queues.set(options.kind, queue);
  return queue;
}

/** The files of a queue, as they are now. */
export const useUploadItems = (queue: UploadQueue): readonly UploadItem[] =>
  useSyncExternalStore(queue.subscribe, queue.items, queue.items);
