import type { UploadMetadata } from '#features/uploads/rules/upload.ts';
import type { Blank } from '#features/uploads/rules/video-bytes.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** Bytes that have arrived, wherever they are kept. */
export interface IncomingBytes {
  /** Reads from a position on: as many bytes as are wanted, or as there are. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface IncomingFile {
  id: string;
  /** The account that began it: no other may continue. */
  owner: string;
  metadata: UploadMetadata;
  /** When it began, in milliseconds since the epoch; unique. */
  timestamp: number;
  /** Bytes in all, and those that have arrived. */
  size: number;
  received: number;
  /** Nothing once the storage has them. */
  bytes: IncomingBytes | undefined;
  /** Its path in the storage, once that is decided. */
  path: string | undefined;
}

export type NewUpload = Pick<IncomingFile, 'metadata' | 'size' | 'owner'>;

/** What is stored of an upload: its bytes with some blanked, or other content. */
export type Cleaned = { blanks: Blank[] } | { content: Buffer };

/** Files that are being received, by the tus protocol. */
export interface UploadInbox {
  /** Begins an upload. Its URL is in the response's `Location`. Throws 507. */
  begin(upload: NewUpload): Promise<Response>;
  /** Handles the protocol's calls on an upload: HEAD, PATCH and DELETE. Throws what it refuses, and 507. */
  handle(request: Request): Promise<Response>;
  find(id: string): Promise<IncomingFile | undefined>;
  /** Remembers where an upload will be stored. Returns the path that was decided first. */
  decidePath(id: string, path: string): Promise<string>;
  /** Puts the bytes of an upload into the storage. The bucket keeps them until they are discarded. */
  store(
    storage: FileStorage,
    upload: { id: string; path: string; cleaned: Cleaned },
  ): Promise<void>;
  discardBytes(id: string): Promise<void>;
  /** Deletes an upload with its bytes. A missing one is no error. */
  remove(id: string): Promise<void>;
  /** Deletes everything that has not changed since. Returns how many files. */
  removeUntouchedSince(instant: Date): Promise<number>;
  close(): void;
}
