import type { CalendarNetwork } from '#features/calendars/server/index.ts';
import type { ReplayPause } from '#features/submissions/server/index.ts';
import type { VerifyCaptcha } from '#platform/captcha/captcha.ts';
import type { Config } from '#platform/config/config.ts';
import type { JobPace } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { AllowedNetwork } from '#platform/net/public-address.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import type { PageServices } from './page-context.ts';
import type { PagesHandler } from './pages.ts';

/** Overrides for tests. Times are in milliseconds. */
export interface SiteOverrides {
  /** The clock of bookings and pages. */
  now?: (() => Date) | undefined;
  verifyCaptcha?: VerifyCaptcha | undefined;
  jobPace?: JobPace | undefined;
  jobsDeadlineMs?: number | undefined;
  replayPauseMs?: ReplayPause | undefined;
  mailAloneAfterMs?: number | undefined;
  /** Whether no other process uses the database. */
  isAlone?: boolean | undefined;
  /** How long a visitor waits for a slow database. */
  visitorWaitMs?: number | undefined;
  /** How often the circuit checks whether the database answers. */
  databaseCheckMs?: number | undefined;
  /** How long a silent database may take to accept the circuit's connection. */
  databaseProbeMs?: number | undefined;
  heartbeatMs?: number | undefined;
  /** Replaces the internet for calendar downloads. */
  calendarNetwork?: CalendarNetwork | undefined;
  /** Where mail servers entered in the admin may be, besides the internet. */
  mailNetwork?: AllowedNetwork | undefined;
  /** Replaces the system's name servers, as `address:port`. */
  nameServers?: readonly string[] | undefined;
  readFreeBytes?: ServiceDeps['readFreeBytes'] | undefined;
  /** The environment of commands that the site runs. */
  environment?: NodeJS.ProcessEnv | undefined;
}

export interface SiteOptions {
  config: Config;
  log: Logger;
  /** Creates the page renderer from the services that loaders use. */
  createPages: (services: PageServices) => PagesHandler;
  clientDirectory?: string;
  overrides?: SiteOverrides;
}
