import type { UploadMetadata } from '#domain/upload.ts';
import type { Blank } from '#domain/video-bytes.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** Bytes that have come, wherever they lie. */
export interface IncomingBytes {
  /** Reads from a position on: as many bytes as are wanted, or as there are. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface IncomingFile {
  id: string;
  /** Whose it is: only the account that began it may go on with it. */
  owner: string;
  metadata: UploadMetadata;
  /** When it was begun, in milliseconds since the epoch; no two are alike. */
  timestamp: number;
  /** Bytes it will have, and those that have come. */
  size: number;
  received: number;
  /** Nothing once the storage has taken them. */
  bytes: IncomingBytes | undefined;
  /** Where the storage keeps it, once that is decided. */
  path: string | undefined;
}

export type NewUpload = Pick<IncomingFile, 'metadata' | 'size' | 'owner'>;

/** What is kept of an upload: its bytes but for those that are made zeros, or others in their place. */
export type Cleaned = { blanks: Blank[] } | { content: Buffer };

/** Files that are being received, by the tus protocol. */
export interface UploadInbox {
  /** Begins an upload. Its URL is in the response's `Location`. Throws 507. */
  begin(upload: NewUpload): Promise<Response>;
  /** Handles the protocol's calls on an upload: HEAD, PATCH and DELETE. Throws what it refuses, and 507. */
  handle(request: Request): Promise<Response>;
  find(id: string): Promise<IncomingFile | undefined>;
  /** Remembers where the storage is to keep an upload, before it does. Returns what was decided first. */
  decidePath(id: string, path: string): Promise<string>;
  /** Puts the bytes of an upload into the storage. They stay until they are discarded, if they can. */
  store(
    storage: FileStorage,
    upload: { id: string; path: string; cleaned: Cleaned },
  ): Promise<void>;
  discardBytes(id: string): Promise<void>;
  /** Deletes an upload with its bytes. One that is not there is no error. */
  remove(id: string): Promise<void>;
  /** Deletes everything that nothing has happened to since. Returns how many files that were. */
  removeUntouchedSince(instant: Date): Promise<number>;
  close(): void;
}
