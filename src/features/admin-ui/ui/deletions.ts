import { createContext, use } from 'react';

export interface Deletion {
  /** One row, or several that are deleted and restored together. */
  ids: readonly string[];
  table: string;
  noun: string;
  name: string;
  /** The label of the button, if it is not "Delete". */
  verb?: string;
  /** The confirmation text for tables whose rows do not go to the trash. */
  question?: ((name: string) => string) | undefined;
  /** Sends the deletion. Rejects if it was refused or not answered. */
  send: () => Promise<unknown>;
  /** The message after the server has answered. */
  done: string;
  /** The message after a failure. `message` says why, and `code` identifies the problem. */
  failed: (message: string, code: string | undefined) => string;
}

/** Provided by the `DeletionsProvider` of the admin's frame. */
export const DeletionsContext = createContext<{
  /** Asks for confirmation, then deletes. */
  ask: (deletion: Deletion) => void;
  /** Whether a row is being deleted. */
  isHidden: (id: string) => boolean;
} | null>(null);

/** Returns the functions to delete rows. Throws outside a `DeletionsProvider`. */
export function useDeletions() {
  const deletions = use(DeletionsContext);
  if (!deletions) throw new Error('useDeletions needs a DeletionsProvider around it');
  return deletions;
}
