import type { UploadMetadata } from '#features/uploads/rules/upload.ts';
import type { Blank } from '#features/uploads/rules/video-bytes.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';

/** Random access to received bytes, wherever they are stored. */
export interface IncomingBytes {
  /** Reads up to `length` bytes from a position. */
  read(position: number, length: number): Promise<Buffer>;
}

export interface IncomingFile {
  id: string;
  /** The account that created it; no other account may continue it. */
  owner: string;
  metadata: UploadMetadata;
  /** When it was created, in milliseconds since the epoch; unique. */
  timestamp: number;
  /** The total number of bytes, and the number received. */
  size: number;
  received: number;
  /** Undefined once the storage has them. */
  bytes: IncomingBytes | undefined;
  /** Its path in the storage, once decided. */
  path: string | undefined;
}

export type NewUpload = Pick<IncomingFile, 'metadata' | 'size' | 'owner'>;

/** The content to store: the bytes with some parts blanked, or other content. */
export type Cleaned =
  | {
      blanks: Blank[];
      /** Writes better content to a file. Returns false if it can't. */
      rewrite?: (file: string) => Promise<boolean>;
    }
  | { content: Buffer };

/** Files being received via the tus protocol. */
export interface UploadInbox {
  /** Creates an upload. Its URL is in the response's `Location`. Throws 507. */
  begin(upload: NewUpload): Promise<Response>;
  /**
   * Handles protocol requests for an upload: HEAD, PATCH and DELETE. Throws the protocol's errors,
   * and 507.
   */
  handle(request: Request): Promise<Response>;
  find(id: string): Promise<IncomingFile | undefined>;
  /** Records where an upload will be stored. Returns the path that was decided first. */
  decidePath(id: string, path: string): Promise<string>;
  /**
   * Copies the bytes of an upload to the storage. The bucket keeps the parts until they are
   * discarded.
   */
  store(
    storage: FileStorage,
    upload: { id: string; path: string; cleaned: Cleaned },
  ): Promise<void>;
  discardBytes(id: string): Promise<void>;
  /** Deletes an upload and its bytes, if it exists. */
  remove(id: string): Promise<void>;
  /** Deletes uploads that have not changed since. Returns the number of files. */
  removeUntouchedSince(instant: Date): Promise<number>;
  close(): void;
}
