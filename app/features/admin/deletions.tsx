import { useQueryClient } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { createContext, type ReactNode, use, useState } from 'react';
import { type Question, QuestionDialog } from '#app/ui/question-dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { trashKinds } from '#domain/trash.ts';
import { codeOf, messageOf, statusOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useTrashSpan } from './use-trash-span.ts';

export interface Deletion {
  /** One row, or several that are deleted and restored together. */
  ids: readonly string[];
  table: string;
  noun: string;
  name: string;
  /** What the button says, where that is not "Delete". */
  verb?: string;
  /** The text of the question, for tables whose rows do not go to the trash. */
  question?: ((name: string) => string) | undefined;
  /** Sends the deletion. Rejects when it was refused or not answered. */
  send: () => Promise<unknown>;
  /** Shown once the server has answered. */
  done: string;
  /** Shown when it failed; `message` says why, `code` names the kind of problem. */
  failed: (message: string, code: string | undefined) => string;
}

const DeletionsContext = createContext<{
  /** Asks whether to delete, and deletes. */
  ask: (deletion: Deletion) => void;
  /** Whether a row is being deleted. */
  isHidden: (id: string) => boolean;
} | null>(null);

/** Returns how the admin deletes rows. Throws outside a `DeletionsProvider`. */
export function useDeletions() {
  const deletions = use(DeletionsContext);
  if (!deletions) throw new Error('useDeletions needs a DeletionsProvider around it');
  return deletions;
}

/** Deletes on the server immediately and hides the row meanwhile. Undo restores it from the trash. */
function useDelete() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const forSpan = useTrashSpan();
  const [hidden, setHidden] = useState<readonly string[]>([]);

  async function readAgain(table: string): Promise<void> {
    for (const key of [table, 'trash']) await queryClient.invalidateQueries({ queryKey: [key] });
  }

  async function restore({ ids, table, noun, name }: Deletion, id: string): Promise<void> {
    const kind = trashKinds.find((one) => one === table);
    if (!kind) return;
    const what = ids.length > 1 ? `${noun}s` : noun;
    try {
      const { gone } = await parseResponse(
        api.trash[':kind'].restorations.$post(
          { param: { kind }, json: { ids: [...ids] } },
          { init: { keepalive: true } },
        ),
      );
      if (gone.length > 0)
        toast.error(`Failed to restore ${what}`, {
          id,
          description: `${gone.length} of ${ids.length} no longer in the trash.`,
        });
      else
        toast.success(`${what.charAt(0).toUpperCase()}${what.slice(1)} restored`, {
          id,
          description: name,
        });
    } catch (error) {
      toast.error(`Failed to restore ${what}: ${messageOf(error)}`, { id, description: name });
    }
    await readAgain(table);
  }

  async function carryOut(deletion: Deletion): Promise<void> {
    const { ids, table, name, send, done, failed } = deletion;
    const id = `delete-${ids.join()}`;
    setHidden((before) => [...before, ...ids]);
    try {
      await send().catch((error: unknown) => {
        // Deleted on another device meanwhile.
        if (statusOf(error) !== 404) throw error;
      });
      const isInTrash = trashKinds.some((one) => one === table);
      toast.success(done, {
        id,
        description: isInTrash ? `${name}. In the trash${forSpan}.` : name,
        ...(isInTrash && {
          action: { label: 'Undo', onClick: () => void restore(deletion, id) },
        }),
      });
      await readAgain(table);
    } catch (error) {
      toast.error(failed(messageOf(error), codeOf(error)), { id, description: name });
    }
    setHidden((before) => before.filter((one) => !ids.includes(one)));
  }

  return { carryOut, isHidden: (id: string) => hidden.includes(id) };
}

const titleOf = ({ ids, noun, verb = 'Delete' }: Deletion) =>
  ids.length > 1 ? `${verb} these ${ids.length} ${noun}s?` : `${verb} this ${noun}?`;

const toTrash = ({ ids, name }: Deletion, forSpan: string) =>
  `${name} ${ids.length > 1 ? 'go' : 'goes'} to the trash and can be restored${forSpan}.`;

/** Asks before anything is deleted. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [asked, ask] = useState<Deletion>();
  const { carryOut, isHidden } = useDelete();
  const forSpan = useTrashSpan();
  // Composed on every render: how long the trash keeps it may be known only then.
  const question: Question | undefined = asked && {
    title: titleOf(asked),
    text: asked.question?.(asked.name) ?? toTrash(asked, forSpan),
    action: asked.verb ?? 'Delete',
    isDanger: true,
    onYes: () => void carryOut(asked),
  };
  return (
    <DeletionsContext value={{ ask, isHidden }}>
      {children}
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </DeletionsContext>
  );
}
