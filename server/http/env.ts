import type { HttpBindings } from '@hono/node-server';
import type { Logger } from '#server/logger.ts';

/** What a request carries through the middleware. */
export interface HttpEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Where the request comes from; see client-address.ts. */
    ipAddress: string;
    secureHeadersNonce?: string;
    log: Logger;
    /** The pattern of the page that answers, such as `/booking/:token`. */
    route?: string;
    /** Set when the answer is a file from the disk. */
    isFile?: boolean;
    /** The parsed JSON body, before validation. */
    body: unknown;
    /** What was sent to a page; absent where nothing was. */
    form?: URLSearchParams;
  };
}
