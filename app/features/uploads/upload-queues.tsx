import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAdminSession } from '../auth/session-guard.tsx';
import { ShownError } from '../forms/problem.ts';
import {
  createUploadQueue,
  isOnItsWay,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts';

const UploadQueuesContext = createContext<Map<string, UploadQueue> | null>(null);

/** Keeps what is being sent while somebody goes from tab to tab. */
export function UploadQueuesProvider({ children }: { children: ReactNode }) {
  const [queues] = useState(() => new Map<string, UploadQueue>());
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

interface UploadQueueOptions extends Omit<Parameters<typeof createUploadQueue>[0], 'session'> {
  /** What tells several queues of one kind from each other. */
  place?: string | undefined;
}

/** The files of one kind and place: the same queue wherever it is asked for. Throws outside of the provider. */
export function useUploadQueue(options: UploadQueueOptions): UploadQueue;
/** The same, for forms of which some have no files. */
export function useUploadQueue(options: UploadQueueOptions | undefined): UploadQueue | undefined;
export function useUploadQueue(given: UploadQueueOptions | undefined): UploadQueue | undefined {
  const session = useAdminSession();
  const queues = use(UploadQueuesContext);
  if (!queues) throw new Error('useUploadQueue needs an UploadQueuesProvider around it');
  if (!given) return undefined;
  const { place = '', ...options } = given;
  const name = `${options.kind} ${place}`;
  const queue = queues.get(name) ?? createUploadQueue({ ...options, session });
  queues.set(name, queue);
  return queue;
}

const noItems: readonly UploadItem[] = [];

/** Returns the files of a queue, as they are now; none without a queue. */
export function useUploadItems(queue: UploadQueue | undefined): readonly UploadItem[] {
  const read = () => queue?.items() ?? noItems;
  return useSyncExternalStore(queue?.subscribe ?? noSubscription, read, read);
}

const noSubscription = () => () => {};

/** Returns the public URL of a chosen file, once the site has it. Throws what is to be shown. */
export async function urlOfUpload(
  queue: UploadQueue,
  key: string,
  failed = (reason: string) => `Upload failed: ${reason}`,
): Promise<string> {
  try {
    return await queue.urlOf(key);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // This one is a sentence of its own.
    throw new ShownError(reason.startsWith('Could not get public URL') ? reason : failed(reason));
  }
}

/** Saves the record of a chosen file by its public URL; what is saved leaves the queue. */
export async function saveUpload(
  queue: UploadQueue,
  key: string,
  save: (url: string) => Promise<Response>,
  failed?: (reason: string) => string,
): Promise<Response> {
  const response = await save(await urlOfUpload(queue, key, failed));
  if (response.ok) queue.settle(key);
  return response;
}
