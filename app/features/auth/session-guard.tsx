import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { readProblem } from '../forms/problem.ts';
import { fetchSession, SignInDialog } from './sign-in-dialog.tsx';

/** The session that the pages of the admin stand on. */
export interface AdminSession {
  /** A request of the admin, like `fetch`: a session that has ended is asked for in place. */
  adminFetch: typeof fetch;
  /**
   * Asks in place for a session that has ended. Returns whether there is one again. Whoever
   * asks while the question stands gets the same answer.
   */
  askToSignIn: () => Promise<boolean>;
  /** To be called by whoever signs out: what would still be asked would be refused, and is not asked. */
  leave: () => void;
}

const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/** Returns the session of a page of the admin. Throws outside of a `SessionGuard`. */
export function useAdminSession(): AdminSession {
  const session = useContext(AdminSessionContext);
  if (!session) throw new Error('useAdminSession needs a SessionGuard around it');
  return session;
}

/** How often the session is looked at while the page is visible, in milliseconds. */
const lookEveryMs = 4 * 60_000;

/** Refusals that signing in again mends. */
const mendable = new Set(['signed-out', 'second-factor-required']);

async function isMendable(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const { code = '' } = await readProblem(response.clone());
  return mendable.has(code);
}

/**
 * Keeps the session of a page in sight. It is looked at when the page becomes visible again
 * and now and then while it is, never while it is hidden. When it has ended, a dialog asks to
 * sign in again in place: the page stays as it is, and what was being sent is sent again.
 */
export function SessionGuard({
  email,
  children,
}: {
  /** Whose page it is: nobody else may go on in it. */
  email: string;
  children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  const isLeaving = useRef(false);

  const askToSignIn = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setIsAsking(true);
      }),
    [],
  );

  const settle = useCallback((isBack: boolean) => {
    setIsAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  }, []);

  const session = useMemo<AdminSession>(
    () => ({
      askToSignIn,
      leave() {
        isLeaving.current = true;
      },
      async adminFetch(input, init) {
        // The page is about to go: nobody waits for an answer.
        if (isLeaving.current) return new Promise<never>(() => {});
        for (;;) {
          const response = await fetch(input instanceof Request ? input.clone() : input, init);
          // Whoever closes the dialog gets the refusal, as any caller would.
          if (!(await isMendable(response)) || !(await askToSignIn())) return response;
        }
      },
    }),
    [askToSignIn],
  );

  useWatchedSession(email, () => setIsAsking(true));

  return (
    <AdminSessionContext value={session}>
      {children}
      <SignInDialog
        isOpen={isAsking}
        email={email}
        onDone={() => settle(true)}
        onClose={() => settle(false)}
      />
    </AdminSessionContext>
  );
}

function useWatchedSession(email: string, onEnded: () => void): void {
  const handleEnd = useRef(onEnded);
  handleEnd.current = onEnded;

  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let asking = new AbortController();

    async function look() {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      try {
        const session = await fetchSession(signal);
        if (signal.aborted) return;
        if (session?.user.email !== email || !session.isComplete) handleEnd.current();
      } catch {
        // The site cannot be reached, which says nothing about the session.
      }
    }
    function follow() {
      clearInterval(timer);
      if (document.visibilityState === 'hidden') return asking.abort();
      timer = setInterval(look, lookEveryMs);
    }
    function onVisibilityChange() {
      follow();
      if (document.visibilityState === 'visible') void look();
    }

    follow();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      asking.abort();
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [email]);
}
