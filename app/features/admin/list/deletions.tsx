import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toast } from 'sonner';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { codeOf, messageOf, statusOf } from '../admin-api.ts';

/** One row that is to go. */
export interface Deletion {
  id: string;
  table: string;
  /** What it is, for the question: "lead", "event" … */
  noun: string;
  /** Which one it is, in words: a name or a title. */
  name: string;
  /** Sends the deletion. Rejects when it was refused or not answered. */
  send: () => Promise<unknown>;
  /** What is said at once, while it can still be undone. */
  done: string;
  /** What is said when it failed and the row is back; `message` says why, `code` names the kind of problem. */
  failed: (message: string, code: string | undefined) => string;
}

interface Deletions {
  /** Asks first; deletes after a few seconds in which it can be undone. */
  ask: (deletion: Deletion) => void;
  /** Whether a row is on its way out, and so not shown. */
  isHidden: (id: string) => boolean;
  /** Sends now what waits for its time. Resolves when all has been answered. */
  flush: () => Promise<void>;
}

const DeletionsContext = createContext<Deletions | null>(null);

/** How long a deletion can be undone, in milliseconds. */
const undoMs = 6_000;

/** Between two looks whether somebody is still at the notice, in milliseconds. */
const heldMs = 1_000;

const isNoticeHeld = () =>
  document.querySelector('[data-sonner-toaster]:is(:hover, :focus-within)') !== null;

/** How rows of the admin are deleted. Throws outside of the admin's frame. */
export function useDeletions(): Deletions {
  const deletions = use(DeletionsContext);
  if (!deletions) throw new Error('useDeletions needs a DeletionsProvider around it');
  return deletions;
}

/**
 * Deletes with a question before and a way back after: the row disappears and its deletion is
 * said at once, the server hears of it when the time to undo is over, or when the page is left
 * or no longer seen. When it refuses, the row comes back.
 */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Deletion>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  /** What waits for its time, and how to send it before. */
  const waiting = useRef(new Map<string, () => Promise<void>>());

  const show = useCallback(
    (id: string) => setHidden((before) => new Set([...before].filter((other) => other !== id))),
    [],
  );

  const carryOut = useCallback(
    async ({ id, table, name, send, failed }: Deletion) => {
      try {
        await send().catch((error: unknown) => {
          // Somebody else has deleted it meanwhile: it is gone all the same.
          if (statusOf(error) !== 404) throw error;
        });
        await queryClient.invalidateQueries({ queryKey: [table] });
      } catch (error) {
        toast.error(failed(messageOf(error), codeOf(error)), { description: name });
      }
      show(id);
    },
    [queryClient, show],
  );

  const begin = useCallback(
    (deletion: Deletion) => {
      const { id, name, done } = deletion;
      const toastId = `delete-${id}`;
      const settle = () => {
        clearTimeout(timer);
        waiting.current.delete(id);
        toast.dismiss(toastId);
      };
      const send = () => {
        settle();
        return carryOut(deletion);
      };
      const wait = (ms: number) =>
        setTimeout(() => {
          // Whoever is on the way to the button with a pointer or the keyboard gets there.
          if (isNoticeHeld()) timer = wait(heldMs);
          else void send();
        }, ms);
      let timer = wait(undoMs);
      waiting.current.set(id, send);
      setHidden((before) => new Set([...before, id]));
      toast.success(done, {
        id: toastId,
        description: name,
        duration: Number.POSITIVE_INFINITY,
        closeButton: false,
        action: {
          label: 'Undo',
          onClick: () => {
            settle();
            show(id);
          },
        },
      });
    },
    [carryOut, show],
  );

  const flush = useCallback(async () => {
    await Promise.all([...waiting.current.values()].map((send) => send()));
  }, []);

  useEffect(() => {
    const leave = () => void flush();
    // Telephones close pages that are not seen without a word.
    const onVisibilityChange = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      leave();
    };
  }, [flush]);

  const value = useMemo(
    () => ({ ask: setAsked, isHidden: (id: string) => hidden.has(id), flush }),
    [hidden, flush],
  );

  return (
    <DeletionsContext value={value}>
      {children}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) begin(asked);
        }}
        title={`Delete this ${asked?.noun ?? 'entry'}?`}
        action="Delete"
      >
        {asked ? `${asked.name} will be gone. You can undo this for a few seconds.` : ''}
      </ConfirmDialog>
    </DeletionsContext>
  );
}
