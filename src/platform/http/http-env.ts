import type { HttpBindings } from '@hono/node-server';
import type { AppError } from '#platform/errors/errors.ts';
import type { Logger } from '#platform/log/logger.ts';

/** A file on this machine, with its size in bytes. */
export interface LocalFile {
  path: string;
  size: number;
}

/** A file that was sent with a form, which is deleted after the response, or why none was read. */
export type SentFile = LocalFile | { refusal: AppError };

/** The context of a request. */
export interface HttpEnv {
  /** Absent if a test calls the app without a socket. */
  Bindings: Partial<HttpBindings> & {
    /** Called if the data of a page is late. */
    dataIsLate?: () => void;
  };
  Variables: {
    requestId: string;
    /** The visitor's address; see net/ip-address.ts. */
    ipAddress: string;
    log: Logger;
    /** The pattern of the page, e.g. `/booking/:token`. */
    route?: string;
    /** Whether some content of the page could not be read. */
    lacksContent?: boolean;
    /** Whether the response is a file of the build. */
    isFile?: boolean;
    /** The parsed JSON body, before validation. */
    body: unknown;
    /** The form that was submitted to a page. */
    form?: URLSearchParams;
    /** The file in that form, or why it was not read. */
    file?: SentFile;
  };
}
