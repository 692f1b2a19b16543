import type { HttpBindings } from '@hono/node-server';
import type { Logger } from '#platform/log/logger.ts';

/** What a request carries through the middleware. */
export interface HttpEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings> & {
    /** Called if the data of a page is late. */
    dataIsLate?: () => void;
  };
  Variables: {
    requestId: string;
    /** The visitor's address; see ip-address.ts. */
    ipAddress: string;
    log: Logger;
    /** The pattern of the page, such as `/booking/:token`. */
    route?: string;
    /** Whether the page lacks something that could not be read. */
    lacksContent?: boolean;
    /** Whether the answer is a file of the build. */
    isFile?: boolean;
    /** The parsed JSON body, before validation. */
    body: unknown;
    /** The form that was sent to a page. */
    form?: URLSearchParams;
  };
}
