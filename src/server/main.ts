import { flushCompileCache } from 'node:module';
import path from 'node:path';
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import {
  AccountError,
  describeAdminAccess,
  runAdminCommand,
} from '#features/accounts/server/index.ts';
import type { Settings } from '#features/settings/rules/index.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { lockDataDirectory, privateUmask } from '#platform/config/data-directory.ts';
import { projectDirectory } from '#platform/db/migrate.ts';
import { describeError } from '#platform/errors/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { createAnnouncer, createLogger, switchLevelOnSignal } from '#platform/log/logger.ts';
import { mailboxDirectory, printMail } from '#platform/mail/mailbox.ts';
import { describeSamples } from './check-content.ts';
import { findBodyKind } from './find-body-kind.ts';
import { openSite } from './open-site.ts';
import { createPagesHandler } from './pages.ts';
import { runDemo } from './run-demo.ts';
import { untilStopSignal } from './until-stop-signal.ts';
import { warmUpPages } from './warm-up-pages.ts';

/** The exit code when a restart would not help: EX_CONFIG. `npm start` checks for it. */
const configErrorCode = 78;

/** How long requests in flight may take when the site stops, in milliseconds. */
const requestsDeadline = 10_000;

/** Runs the site until a stop signal. */
async function runSite(config: Config): Promise<void> {
  const stopSignal = untilStopSignal();
  const log = createLogger(config.logLevel);
  const announce = createAnnouncer(log);
  switchLevelOnSignal(log);
  await using running = new AsyncDisposableStack();

  running.defer(lockDataDirectory(config.dataDirectory));
  let warmUp = async () => {};
  const opened = await openSite({
    config,
    log,
    createPages(services) {
      const pages = createPagesHandler(build as ServerBuild, services);
      warmUp = () => warmUpPages(pages, log);
      return pages;
    },
    clientDirectory: path.join(projectDirectory, 'build/client'),
  });
  running.defer(opened.stop);
  // Before the socket opens: without the database, pages still respond, with 503.
  await warmUp();
  const server = await serve({
    fetch: opened.fetch,
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    findBodyKind,
  });
  running.defer(async () => {
    await server.stop(requestsDeadline);
  });

  for (const text of describeStart(config, server.port, opened.settings.known())) announce(text);
  // Now rather than at the end, so that the start after a kill is fast too.
  flushCompileCache();
  void opened.adminAccess.then((access) => announce(describeAdminAccess(access, config)));
  const reason = await stopSignal;
  log.info({ reason }, 'Stopping');
  opened.prepareToStop();
}

function* describeStart(config: Config, port: number, settings: Settings): Generator<string> {
  yield `${settings.site.name} is at http://localhost:${port}`;
  if (!config.smtpUrl)
    yield `Until email is set up in the admin, emails are kept in ${mailboxDirectory(config)}; \`npm run mail\` prints the newest.`;
  const samples = describeSamples(settings);
  if (samples.length > 0)
    yield ['Still samples, to be replaced in the settings:', ...samples].join('\n  ');
}

process.umask(privateUmask);
const [command = 'serve', ...args] = process.argv.slice(2);
try {
  const config = readConfig(process.env);
  if (command === 'serve') await runSite(config);
  else if (command === 'mail') await printMail(mailboxDirectory(config), args);
  else if (command === 'demo') {
    await runDemo(config, args, path.join(projectDirectory, 'content/samples'));
  } else if (command === 'admin') await runAdminCommand(config, createLogger('warn'), args);
  else throw new ConfigError(`Unknown command ${command}. Use serve, mail, demo or admin.`);
} catch (error) {
  const isForOperator = error instanceof ConfigError || error instanceof AccountError;
  console.error(isForOperator ? error.message : describeError(error));
  process.exitCode = error instanceof ConfigError && command === 'serve' ? configErrorCode : 1;
}
