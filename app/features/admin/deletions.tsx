import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { isToasterHeld, toast } from '#app/ui/toast.ts';
import { codeOf, messageOf, statusOf } from '../auth/query-client.ts';
import { useTrashSpan } from './use-trash-span.ts';

export interface Deletion {
  /** Of one row, or of several that go and come back together. */
  ids: readonly string[];
  table: string;
  noun: string;
  name: string;
  /** What is said of it before, where that is not the way into the trash. */
  question?: ((name: string) => string) | undefined;
  /** Whether it does not lead into the trash. */
  isForGood?: boolean;
  /** Sends the deletion. Rejects when it was refused or not answered. */
  send: () => Promise<unknown>;
  /** What is said at once, while it can still be undone. */
  done: string;
  /** What is said when it failed and the row is back; `message` says why, `code` names the kind of problem. */
  failed: (message: string, code: string | undefined) => string;
}

const DeletionsContext = createContext<
  (ReturnType<typeof useDeletionQueue> & { ask: (deletion: Deletion) => void }) | null
>(null);

const undoMs = 6_000;

/** Between two looks whether somebody is still at the notice, in milliseconds. */
const heldMs = 1_000;

/** Returns how rows of the admin are deleted. Throws outside of the admin's frame. */
export function useDeletions() {
  const deletions = use(DeletionsContext);
  if (!deletions) throw new Error('useDeletions needs a DeletionsProvider around it');
  return deletions;
}

const keyOf = ({ ids }: Deletion) => `delete-${ids.join()}`;

/**
 * Deletes with a way back: the row goes at once, the server hears of it when the time to undo is
 * over or the page is left or hidden. When it refuses, the row comes back.
 */
function useDeletionQueue() {
  const queryClient = useQueryClient();
  const forSpan = useTrashSpan();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, { deletion: Deletion; timer: number }>());

  const show = ({ ids }: Deletion) =>
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))));

  /** Takes a deletion out of the queue, together with its notice. */
  function take(deletion: Deletion): void {
    const key = keyOf(deletion);
    window.clearTimeout(waiting.current.get(key)?.timer);
    waiting.current.delete(key);
    toast.dismiss(key);
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { table, name, send, failed } = deletion;
    take(deletion);
    try {
      await send().catch((error: unknown) => {
        // Somebody else has deleted it meanwhile: it is gone all the same.
        if (statusOf(error) !== 404) throw error;
      });
      for (const key of [table, 'trash']) await queryClient.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      toast.error(failed(messageOf(error), codeOf(error)), { description: name });
    }
    show(deletion);
  }

  function wait(deletion: Deletion, ms: number): void {
    const timer = window.setTimeout(() => {
      // Whoever is on the way to the button with a pointer or the keyboard gets there.
      if (isToasterHeld()) wait(deletion, heldMs);
      else void carryOut(deletion);
    }, ms);
    waiting.current.set(keyOf(deletion), { deletion, timer });
  }

  function begin(deletion: Deletion): void {
    const { ids, name, done, isForGood } = deletion;
    wait(deletion, undoMs);
    setHidden((before) => new Set([...before, ...ids]));
    toast.success(done, {
      id: keyOf(deletion),
      description: isForGood ? name : `${name}. In the trash${forSpan}.`,
      duration: Number.POSITIVE_INFINITY,
      closeButton: false,
      action: {
        label: 'Undo',
        onClick: () => {
          take(deletion);
          show(deletion);
        },
      },
    });
  }

  async function flush(): Promise<void> {
    await Promise.all([...waiting.current.values()].map(({ deletion }) => carryOut(deletion)));
  }

  const flushOnLeave = useEffectEvent(() => void flush());
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener('pagehide', () => flushOnLeave(), { signal });
    // Telephones close pages that are not seen without a word.
    const onVisibilityChange = () => document.visibilityState === 'hidden' && flushOnLeave();
    document.addEventListener('visibilitychange', onVisibilityChange, { signal });
    return () => {
      leaving.abort();
      flushOnLeave();
    };
  }, []);

  /** `flush` sends now what waits for its time, and resolves when all has been answered. */
  return { begin, flush, isHidden: (id: string) => hidden.has(id) };
}

const titleOf = ({ ids, noun }: Deletion) =>
  ids.length > 1 ? `Delete these ${ids.length} ${noun}s?` : `Delete this ${noun}?`;

const toTrash = ({ ids, name }: Deletion, forSpan: string) =>
  `${name} ${ids.length > 1 ? 'go' : 'goes'} to the trash and can be restored${forSpan}.`;

/** Asks before anything is deleted. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Deletion>();
  const queue = useDeletionQueue();
  const forSpan = useTrashSpan();
  // Put together as it is shown: how long the trash keeps may be known only then.
  const question: Question | undefined = asked && {
    title: titleOf(asked),
    text: asked.question?.(asked.name) ?? toTrash(asked, forSpan),
    action: 'Delete',
    isDanger: true,
    onYes: () => queue.begin(asked),
  };
  return (
    <DeletionsContext value={{ ...queue, ask: setAsked }}>
      {children}
      <QuestionDialog question={question} onClose={() => setAsked(undefined)} />
    </DeletionsContext>
  );
}
