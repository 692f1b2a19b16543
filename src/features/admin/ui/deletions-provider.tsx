import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  codeOf,
  type Deletion,
  DeletionsContext,
  messageOf,
  statusOf,
} from '#features/admin-ui/ui/index.ts';
import { trashKinds } from '#features/trash/rules/index.ts';
import { useRestoration, useTrashSpan } from '#features/trash/ui/admin/index.ts';
import { QuestionDialog } from '#ui/question-dialog.tsx';
import { toast } from '#ui/toast.ts';

/**
 * Deletes rows on the server immediately and hides them until it has answered. Undo restores them
 * from the trash.
 */
function useDelete() {
  const queryClient = useQueryClient();
  const restore = useRestoration();
  const forSpan = useTrashSpan();
  const [hidden, setHidden] = useState<readonly string[]>([]);

  async function deleteRows({ ids, table, name, send, done, failed }: Deletion): Promise<void> {
    const id = `delete-${ids.join()}`;
    const kind = trashKinds.find((one) => one === table);
    setHidden((before) => [...before, ...ids]);
    try {
      await send().catch((error: unknown) => {
        // Already deleted on another device.
        if (statusOf(error) !== 404) throw error;
      });
      toast.success(done, {
        id,
        description: kind ? `${name}. In the trash${forSpan}.` : name,
        ...(kind && {
          action: { label: 'Undo', onClick: () => restore.mutate({ kind, ids, name }) },
        }),
      });
      for (const key of [table, 'trash']) await queryClient.invalidateQueries({ queryKey: [key] });
    } catch (error) {
      toast.error(failed(messageOf(error), codeOf(error)), { id, description: name });
    }
    setHidden((before) => before.filter((one) => !ids.includes(one)));
  }

  return { deleteRows, isHidden: (id: string) => hidden.includes(id) };
}

const titleOf = ({ ids, noun, verb = 'Delete' }: Deletion) =>
  ids.length > 1 ? `${verb} these ${ids.length} ${noun}s?` : `${verb} this ${noun}?`;

const toTrash = ({ ids, name }: Deletion, forSpan: string) =>
  `${name} ${ids.length > 1 ? 'go' : 'goes'} to the trash and can be restored${forSpan}.`;

/** Asks for confirmation before anything is deleted. */
export function DeletionsProvider({ children }: { children: ReactNode }) {
  const [asked, ask] = useState<Deletion>();
  const { deleteRows, isHidden } = useDelete();
  const forSpan = useTrashSpan();
  return (
    <DeletionsContext value={{ ask, isHidden }}>
      {children}
      <QuestionDialog
        question={
          asked && {
            title: titleOf(asked),
            text: asked.question?.(asked.name) ?? toTrash(asked, forSpan),
            action: asked.verb ?? 'Delete',
            isDanger: true,
            onYes: () => void deleteRows(asked),
          }
        }
        onClose={() => ask(undefined)}
      />
    </DeletionsContext>
  );
}
