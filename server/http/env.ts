import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { CheckHuman } from '#server/captcha/captcha.ts';
import type { Changes } from '#server/db/changes.ts';
import type { Logger } from '#server/logger.ts';
import type { Pictures } from '#server/pictures/create-pictures.ts';
import type { AccountServices } from '#server/services/accounts/create-account-services.ts';
import type { AdminServices } from '#server/services/admin/create-admin-services.ts';
import type { BackupServices } from '#server/services/backups/create-backup-services.ts';
import type { PublicContent } from '#server/services/content/create-public-content.ts';
import type { Services } from '#server/services/create-services.ts';
import type { ShownFacts } from '#server/services/settings/shown-facts.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** What a request carries through the middleware. */
export interface HttpEnv {
  /** Absent when a test calls the app without a socket. */
  Bindings: Partial<HttpBindings> & {
    /** Called when the data of a page takes its time. */
    dataIsLate?: () => void;
  };
  Variables: {
    requestId: string;
    /** Where the request comes from; see ip-address.ts. */
    ipAddress: string;
    log: Logger;
    /** The pattern of the page that answers, such as `/booking/:token`. */
    route?: string;
    /** Set when a page stands without something that could not be read. */
    lacksContent?: boolean;
    /** Set when the answer is a file from the disk. */
    isFile?: boolean;
    /** The parsed JSON body, before validation. */
    body: unknown;
    /** What was sent to a page; absent where nothing was. */
    form?: URLSearchParams;
  };
}

/** What the resources stand on. */
export interface HttpDeps {
  services: Services;
  accounts: AccountServices;
  admin: AdminServices;
  content: PublicContent;
  readFacts: ReadFacts;
  backups: Pick<BackupServices, 'readStatus' | 'download'>;
  storage: FileStorage;
  pictures: Pictures;
  changes: Pick<Changes, 'listen'>;
  checkHuman: CheckHuman;
  siteUrl: string;
  /** Renders a public page with facts that are not saved, past the page cache. */
  renderPage: (c: Context<HttpEnv>, path: string, facts: ShownFacts) => Promise<Response>;
  /** Aborted when the site stops: open streams would keep it waiting. */
  stopping: AbortSignal;
  /** Proxies close what is silent, and a session that has ended must not go on hearing. In milliseconds. */
  heartbeatMs?: number | undefined;
}
