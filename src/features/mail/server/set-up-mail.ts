import type { MailServerStatus, mailServerForm } from '#features/mail/rules/mail.ts';
import { mailProviders } from '#features/mail/rules/mail-providers.ts';
import type { SiteDeps } from '#features/settings/server/index.ts';
import { encrypt } from '#platform/auth/secret.ts';
import type { Session } from '#platform/auth/visitor.ts';
import type { Config } from '#platform/config/config.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import { explainMailFailure } from '#platform/mail/mail-failure.ts';
import type { MailServer } from '#platform/mail/mail-server.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { chooseSender } from '#platform/mail/sender.ts';
import type { AllowedNetwork } from '#platform/net/public-address.ts';
import type { z } from '#rules/zod.ts';
import { readMailProblem } from './mail-problem.ts';
import { type MailServers, toEnteredServer } from './mail-servers.ts';
import { putMailServer } from './queries/mail-server.ts';
import { composeTestMail } from './send-test-mail.ts';

/** The dependencies of the mail server set-up. */
export type SetUpMailDeps = Pick<SiteDeps, 'db' | 'secret' | 'limiter' | 'readSettings'> & {
  mailServers: MailServers;
  /** Throws 422 for `field` if this is not the password of the session’s account. */
  confirmPassword: (session: Session, password: string, field: string) => Promise<void>;
  /** Records that the account changed the mail server, and tells its owner by email. */
  noteServerChange: (transaction: Transaction, session: Session) => Promise<void>;
  /** Records that the mail server accepted a test email. */
  noteTestMail: (db: Executor) => Promise<void>;
  config: Pick<Config, 'siteUrl' | 'mailFrom'>;
  /** Replaces the internet in tests. */
  mailNetwork: AllowedNetwork | undefined;
};

/** The time limit of the whole test, in milliseconds. */
const testTimeoutMs = 20_000;

/** Returns the mail settings, without the password. */
export async function readMailServer({
  db,
  mailServers,
  config,
  readSettings,
}: SetUpMailDeps): Promise<MailServerStatus> {
  const [{ server, saved }, problem] = await Promise.all([
    mailServers.read(),
    readMailProblem({ db, mailServers }),
  ]);
  const { site, recipient } = await readSettings();
  const { from, email } = chooseSender(config, site, server?.sender);
  const { password: _, ...shown } = saved ?? { password: '' };
  return {
    problem,
    is_fixed: mailServers.isFixed,
    recipient,
    saved: 'host' in shown ? shown : null,
    sender: { name: typeof from === 'string' ? '' : from.name, email },
  };
}

/**
 * Sends a test email through the entered server to the signed-in user, and saves the server if it
 * accepts the email. An empty password means the saved one, but only for the same server and user
 * name, so that it is never sent to another server. Throws 409 while SMTP_URL is set, 422 with
 * advice, 429.
 */
export async function saveMailServer(
  deps: SetUpMailDeps,
  session: Session,
  { currentPassword, ...typed }: z.output<typeof mailServerForm>,
): Promise<{ recipient: string; answer: string }> {
  const { db, mailServers, limiter, mailNetwork } = deps;
  if (mailServers.isFixed)
    throw new AppError(
      409,
      'mail-server-fixed',
      'SMTP_URL is set on the server and takes precedence.',
    );
  await limiter.count('test-mail-server', session.visitor);
  await deps.confirmPassword(session, currentPassword, 'currentPassword');
  const { saved } = await mailServers.read();
  const isSame = saved?.host === typed.host && saved.username === typed.username;
  const password = typed.password || (isSame ? saved.password : '');
  if (mailProviders[typed.provider].username && !typed.username)
    throw invalidBody([{ field: 'username', message: 'Enter the user name.' }]);
  if (!password) throw invalidBody([{ field: 'password', message: 'Enter the password.' }]);
  // Google shows app passwords in groups of four letters.
  const isGrouped = typed.provider === 'gmail';
  const settings = { ...typed, password: isGrouped ? password.replaceAll(/\s/g, '') : password };

  const answer = await test(deps, toEnteredServer(settings, mailNetwork), session.email).catch(
    (error: unknown) => {
      const { field, advice, detail } = explainMailFailure(
        error,
        mailProviders[typed.provider].badLogin,
      );
      const words = [
        { field, message: advice },
        ...(detail ? [{ field: '', message: detail }] : []),
      ];
      throw invalidBody(words);
    },
  );
  const encrypted = await encrypt(deps.secret, JSON.stringify(settings));
  await db.transaction(async (transaction) => {
    await putMailServer(transaction, encrypted);
    await deps.noteServerChange(transaction, session);
  });
  await deps.noteTestMail(db);
  return { recipient: session.email, answer };
}

async function test(
  { config, readSettings }: SetUpMailDeps,
  server: MailServer,
  recipient: string,
): Promise<string> {
  const { site } = await readSettings();
  const mailer = createMailer({
    ...config,
    readServer: async () => server,
    readSite: async () => site,
    // Nothing is captured, because a server is set.
    mailboxDirectory: '',
    timeoutMs: testTimeoutMs,
  });
  try {
    return (await mailer.send(await composeTestMail(recipient, site))).answer;
  } finally {
    mailer.close();
  }
}
