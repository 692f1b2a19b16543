import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import type { Logger } from '#server/logger.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { uploadNotFound } from '#server/uploads/upload-errors.ts';
import type { IncomingFile, UploadInbox } from '#server/uploads/upload-inbox.ts';

/** What the use cases of uploads work on. */
export interface UploadDeps {
  db: Database;
  circuit: DatabaseCircuit;
  inbox: UploadInbox;
  storage: FileStorage;
  log: Logger;
}

/** Which upload somebody means, and who it is. */
export interface OwnUpload {
  id: string;
  owner: string;
}

/** An upload of this account. Another's is as good as none. Throws 404. */
export async function getOwnUpload(
  { inbox }: Pick<UploadDeps, 'inbox'>,
  { id, owner }: OwnUpload,
): Promise<IncomingFile> {
  const upload = await inbox.find(id);
  if (upload?.owner !== owner) throw uploadNotFound();
  return upload;
}
