import type { Context } from 'hono';
import type { AccountServices } from '#features/accounts/server/index.ts';
import type { AdminServices } from '#features/admin/server/index.ts';
import type { BackupServices } from '#features/backups/server/index.ts';
import type { PublicContent } from '#features/content/server/index.ts';
import type { MailServices } from '#features/mail/server/index.ts';
import type { PaymentSetUpServices } from '#features/payments/server/index.ts';
import type { PublicSettings, ReadSettings } from '#features/settings/server/index.ts';
import type { Pictures } from '#features/uploads/server/index.ts';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import type { Changes } from '#platform/db/changes.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import type { Services } from './create-services.ts';

/** The dependencies of the resources. */
export interface HttpDeps {
  services: Services;
  accounts: AccountServices;
  admin: AdminServices;
  mail: MailServices;
  paymentSetUp: PaymentSetUpServices;
  content: PublicContent;
  readSettings: ReadSettings;
  backups: Pick<BackupServices, 'readStatus' | 'download'>;
  storage: FileStorage;
  pictures: Pictures;
  changes: Pick<Changes, 'listen'>;
  checkHuman: CheckHuman;
  siteUrl: string;
  /** Renders a public page with unsaved settings, bypassing the page cache. */
  renderPage: (c: Context<HttpEnv>, path: string, settings: PublicSettings) => Promise<Response>;
  /** Aborted when the site stops, to end open streams. */
  stopping: AbortSignal;
  /** How often event streams send a heartbeat and check the session, in milliseconds. */
  heartbeatMs?: number | undefined;
}
