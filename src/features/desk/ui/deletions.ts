import { createContext, use } from 'react';

export interface Deletion {
  /** One row, or several that are deleted and restored together. */
  ids: readonly string[];
  table: string;
  noun: string;
  name: string;
  /** The label of the button, if it is not "Delete". */
  verb?: string;
  /** The text of the question, for tables whose rows do not go to the trash. */
  question?: ((name: string) => string) | undefined;
  /** Sends the deletion. Rejects if it was refused or not answered. */
  send: () => Promise<unknown>;
  /** Shown once the server has answered. */
  done: string;
  /** Shown when it failed; `message` says why, `code` names the kind of problem. */
  failed: (message: string, code: string | undefined) => string;
}

/** What `DeletionsProvider` of the admin's frame provides. */
export const DeletionsContext = createContext<{
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
