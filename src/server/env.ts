import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { AccountServices } from '#features/accounts/server/create-account-services.ts';
import type { AdminServices } from '#features/admin/server/create-admin-services.ts';
import type { BackupServices } from '#features/backups/server/create-backup-services.ts';
import type { PublicContent } from '#features/content/server/create-public-content.ts';
import type { ShownFacts } from '#features/settings/server/shown-facts.ts';
import type { ReadFacts } from '#features/settings/server/site-facts.ts';
import type { Pictures } from '#features/uploads/server/pictures/create-pictures.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import type { Services } from './create-services.ts';

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

/** What the resources need. */
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
  /** Renders a public page with unsaved settings, past the page cache. */
  renderPage: (c: Context<HttpEnv>, path: string, facts: ShownFacts) => Promise<Response>;
  /** Aborted when the site stops, to end open streams. */
  stopping: AbortSignal;
  /** How often event streams send a sign of life and check the session, in milliseconds. */
  heartbeatMs?: number | undefined;
}
