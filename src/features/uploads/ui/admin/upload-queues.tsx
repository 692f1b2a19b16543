import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { UploadSession } from './resumable-upload.ts';
import {
  createUploadQueue,
  isOnItsWay,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts';

interface UploadQueues {
  session: UploadSession;
  queues: Map<string, UploadQueue>;
}

const UploadQueuesContext = createContext<UploadQueues | null>(null);

/** Keeps uploads running while the mentor switches between tabs. */
export function UploadQueuesProvider({
  session,
  children,
}: {
  session: UploadSession;
  children: ReactNode;
}) {
  const [queues] = useState(() => new Map<string, UploadQueue>());
  const context = useMemo(() => ({ session, queues }), [session, queues]);
  useEffect(() => {
    const pauseAll = () => {
      for (const queue of queues.values())
        for (const { key, state } of queue.items()) if (state !== 'done') queue.pause(key);
    };
    // After leaving the page, the files would have to be chosen again.
    const askToStay = (event: BeforeUnloadEvent) => {
      if ([...queues.values()].some((queue) => queue.items().some(isOnItsWay)))
        event.preventDefault();
    };
    window.addEventListener('beforeunload', askToStay);
    return () => {
      window.removeEventListener('beforeunload', askToStay);
      pauseAll();
    };
  }, [queues]);
  return <UploadQueuesContext value={context}>{children}</UploadQueuesContext>;
}

interface UploadQueueOptions extends Omit<Parameters<typeof createUploadQueue>[0], 'session'> {
  /** Distinguishes several queues of one kind. */
  owner?: string | undefined;
}

/**
 * Returns the queue for a kind and owner, the same one on every call; undefined for a form without
 * files.
 */
export function useUploadQueue(options: UploadQueueOptions): UploadQueue;
export function useUploadQueue(options: UploadQueueOptions | undefined): UploadQueue | undefined;
export function useUploadQueue(given: UploadQueueOptions | undefined): UploadQueue | undefined {
  const context = use(UploadQueuesContext);
  if (!context) throw new Error('useUploadQueue needs an UploadQueuesProvider around it');
  if (!given) return undefined;
  const { session, queues } = context;
  const { owner = '', ...options } = given;
  const name = `${options.kind} ${owner}`;
  const queue = queues.get(name) ?? createUploadQueue({ ...options, session });
  queues.set(name, queue);
  return queue;
}

const noItems: readonly UploadItem[] = [];
const noSubscription = () => () => {};

/** Returns the current files of a queue; an empty list without a queue. */
export function useUploadItems(queue: UploadQueue | undefined): readonly UploadItem[] {
  const read = () => queue?.items() ?? noItems;
  return useSyncExternalStore(queue?.subscribe ?? noSubscription, read, read);
}
