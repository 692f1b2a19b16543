import type { AccountEventDetail } from '#domain/account-event.ts';
import type { Session } from '#server/auth/sessions.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import { wasEntered } from '#server/db/queries/account-events.ts';
import { type AccountDeps, recordEvent } from './account-deps.ts';
import { isComplete } from './authorise.ts';
import { recordAndNotify } from './notify-owner.ts';

/** What a sign-in was noted as. */
type SignInKind = 'signed-in' | 'second-factor-passed' | 'recovery-code-used';

interface SignInNote<Kind extends SignInKind> {
  kind: Kind;
  detail?: AccountEventDetail<Kind>;
  /** Whether the owner hears of it already, by another mail. */
  isOwnerTold?: boolean;
}

type SessionDeps = Pick<AccountDeps, 'db' | 'sessions' | 'devices' | 'sendMail'>;

/** Begins the session that a sign-in has earned, and notes that. `detail` says what earned it. */
export async function startSession(
  deps: SessionDeps,
  { userId }: { userId: string },
  visitor: Visitor,
  note: Omit<SignInNote<'signed-in'>, 'kind'>,
): Promise<Session> {
  const session = await deps.sessions.begin(userId, 'aal1', visitor);
  await noteSignIn(deps, session, visitor, { kind: 'signed-in', ...note });
  return session;
}

/**
 * Notes that a session was entered. When that completes the sign-in, its browser is known to
 * the account from then on, by a cookie of the session; the owner gets a mail about one that
 * was not known, unless it is the account's first.
 */
export async function noteSignIn<Kind extends SignInKind>(
  deps: SessionDeps,
  session: Session,
  visitor: Visitor,
  { kind, detail, isOwnerTold = false }: SignInNote<Kind>,
): Promise<void> {
  const { db, devices } = deps;
  if (!(await isComplete(deps, session))) {
    await recordEvent(db, kind, session, visitor, detail);
    return;
  }
  const device = await devices.recognise(session.email, visitor);
  const isNews = !device && !isOwnerTold && (await wasEntered(db, session.userId));
  await db.transaction(async (transaction) => {
    if (isNews) await recordAndNotify(deps, transaction, kind, session, visitor, detail);
    else await recordEvent(transaction, kind, session, visitor, detail);
  });
  session.cookies.push(await devices.remember(session.email, device));
}
