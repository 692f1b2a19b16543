import type { CalendarNetwork } from '#features/booking/server/index.ts';
import type { ReplayPause } from '#features/submissions/server/index.ts';
import type { VerifyCaptcha } from '#platform/captcha/captcha.ts';
import type { Config } from '#platform/config/config.ts';
import type { JobPace } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { AllowedNetwork } from '#platform/net/public-address.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import type { PageServices } from './page-context.ts';
import type { PagesHandler } from './pages.ts';

/** What tests put in the place of the site's own. Times are in milliseconds. */
export interface SiteOverrides {
  /** The clock of the bookings and of what pages show. */
  now?: (() => Date) | undefined;
  verifyCaptcha?: VerifyCaptcha | undefined;
  jobPace?: JobPace | undefined;
  jobsDeadlineMs?: number | undefined;
  replayPauseMs?: ReplayPause | undefined;
  mailAloneAfterMs?: number | undefined;
  /** Whether no other process works on the database. */
  isAlone?: boolean | undefined;
  /** How long a visitor waits for a database that is slow. */
  visitorWaitMs?: number | undefined;
  /** How often it is checked whether the database answers. */
  databaseCheckMs?: number | undefined;
  heartbeatMs?: number | undefined;
  /** Where the mentor's own calendars are. */
  calendarNetwork?: CalendarNetwork | undefined;
  /** Where mail servers that are typed in the admin may be, besides the internet. */
  mailNetwork?: AllowedNetwork | undefined;
  /** Who is asked for names in the place of this machine's name servers, as `address:port`. */
  nameServers?: readonly string[] | undefined;
  readFreeBytes?: ServiceDeps['readFreeBytes'] | undefined;
  /** The environment of commands that the site runs. */
  environment?: NodeJS.ProcessEnv | undefined;
}

/** What a site is opened with. */
export interface SiteOptions {
  config: Config;
  log: Logger;
  /** Makes the renderer of the pages out of what their loaders may ask. */
  createPages: (services: PageServices) => PagesHandler;
  clientDirectory?: string;
  overrides?: SiteOverrides;
}
