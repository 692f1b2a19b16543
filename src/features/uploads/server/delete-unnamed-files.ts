import type { Transaction } from '#platform/db/executor.ts';
import { canDeleteFiles, listNamedPaths, lockFilesForUpdate } from '#platform/db/stored-files.ts';
import { AppError, describeError } from '#platform/errors/errors.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/**
 * Deletes those of these files that no record uses any more. During a backup it deletes none and returns
 * false: they are left for the upload sweep. Throws `file-not-deleted` (503).
 */
export async function deleteUnnamedFiles(
  transaction: Transaction,
  storage: FileStorage,
  paths: string[],
): Promise<boolean> {
  await lockFilesForUpdate(transaction);
  if (!(await canDeleteFiles(transaction))) return false;
  const named = await listNamedPaths(transaction, paths);
  try {
    for (const path of paths) if (!named.includes(path)) await storage.delete(path);
    return true;
  } catch (error) {
    throw new AppError(
      503,
      'file-not-deleted',
      error instanceof AppError ? error.userMessage : 'Files are unavailable right now.',
      {
        message: `A stored file could not be deleted: ${describeError(error)}`,
        headers: { 'Retry-After': '5' },
        cause: error,
      },
    );
  }
}
