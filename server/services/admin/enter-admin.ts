import type { Sessions } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { listNewestLeads } from '#server/db/queries/leads.ts';
import type { AdminArea } from '#server/http/page-context.ts';
import { formatShortMentorTime } from '#server/mentor-time.ts';
import { listCapturedMails } from './list-captured-mails.ts';

/** How many rows a list of the dashboard shows. */
const listLength = 50;

/** The longest that a list waits for the database, in milliseconds. */
const queryTimeoutMs = 5_000;

export interface EnterAdminDeps {
  db: Database;
  circuit: DatabaseCircuit;
  sessions: Pick<Sessions, 'find'>;
  /** Where captured mails lie; absent when mails are sent. */
  mailboxDirectory: string | undefined;
}

/**
 * Lets in whoever has a session, and hands out what belongs to the signed-in only. There is
 * no other way to it, so no page can forget to ask. Nothing when nobody is signed in.
 */
export async function enterAdmin(
  { db, circuit, sessions, mailboxDirectory }: EnterAdminDeps,
  visitor: Visitor,
): Promise<AdminArea | undefined> {
  const session = await sessions.find(visitor);
  if (!session) return undefined;
  return {
    ...session,
    async listLeads() {
      const rows = await circuit.run(() => listNewestLeads(db, listLength), queryTimeoutMs);
      return rows.map(({ createdAt, ...lead }) => ({
        ...lead,
        receivedAt: formatShortMentorTime(createdAt),
      }));
    },
    listCapturedMails: async () =>
      mailboxDirectory === undefined ? null : listCapturedMails(mailboxDirectory, listLength),
  };
}
