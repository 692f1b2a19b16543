import type { Visitor } from '#server/auth/visitor.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { listNewestLeads } from '#server/db/queries/leads.ts';
import type { AdminArea } from '#server/http/page-context.ts';
import { formatShortMentorTime } from '#server/mentor-time.ts';
import { type AuthoriseDeps, type Closed, findAdmin } from '#server/services/accounts/authorise.ts';
import { type ReadAccountDeps, readAccount } from '#server/services/accounts/read-account.ts';
import { listCapturedMails } from './list-captured-mails.ts';

/** How many rows a list of the dashboard shows. */
const listLength = 50;

/** The longest that a list waits for the database, in milliseconds. */
const queryTimeoutMs = 5_000;

export interface EnterAdminDeps extends AuthoriseDeps, ReadAccountDeps {
  circuit: DatabaseCircuit;
  /** Where captured mails lie; absent when mails are sent. */
  mailboxDirectory: string | undefined;
}

/**
 * Lets in whoever has a session at the level that the account demands, and hands out what
 * belongs to them only. There is no other way to it, so no page can forget to ask. Answers
 * what is missing when nobody is let in.
 */
export async function enterAdmin(
  deps: EnterAdminDeps,
  visitor: Visitor,
): Promise<AdminArea | Closed> {
  const { db, circuit, mailboxDirectory } = deps;
  const session = await circuit.run(() => findAdmin(deps, visitor), queryTimeoutMs);
  if (typeof session === 'string') return session;
  return {
    email: session.email,
    cookies: session.cookies,
    async listLeads() {
      const rows = await circuit.run(() => listNewestLeads(db, listLength), queryTimeoutMs);
      return rows.map(({ createdAt, ...lead }) => ({
        ...lead,
        receivedAt: formatShortMentorTime(createdAt),
      }));
    },
    listCapturedMails: async () =>
      mailboxDirectory === undefined ? null : listCapturedMails(mailboxDirectory, listLength),
    readAccount: () => circuit.run(() => readAccount(deps, session), queryTimeoutMs),
  };
}
