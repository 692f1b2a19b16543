import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { hc } from 'hono/client';
import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react';
import type { AccountRoutes, ApiRoutes } from '#server/http/page-context.ts';
import { isOwnSuccess, readProblem } from '../forms/problem.ts';
import { createQueryClient } from './query-client.ts';
import { SignInDialog, sessionQuery } from './sign-in-dialog.tsx';

/** Makes the typed calls of the API. `parseResponse` reads their answers. */
const createClients = (adminFetch: typeof fetch) => ({
  api: hc<ApiRoutes>('/api', { fetch: adminFetch }),
  accountApi: hc<AccountRoutes>('/api/account', { fetch: adminFetch }),
});

/** The sign-in that the pages of the admin stand on. */
export interface AdminSession extends ReturnType<typeof createClients> {
  /** A request of the admin, like `fetch`: a session that has ended is asked for in place. */
  adminFetch: typeof fetch;
  /** Asks in place for a session that has ended. Returns whether there is one again. */
  askToSignIn: () => Promise<boolean>;
  /** To be called by whoever signs out: what would still be asked would be refused, and is not asked. */
  leave: () => void;
  /** Aborted then: what is still open would be refused too. */
  leaving: AbortSignal;
}

export type AdminApi = AdminSession['api'];

const AdminSessionContext = createContext<AdminSession | undefined>(undefined);

/** Returns the session of a page of the admin. Throws outside of a `SessionGuard`. */
export function useAdminSession(): AdminSession {
  const session = use(AdminSessionContext);
  if (!session) throw new Error('useAdminSession needs a SessionGuard around it');
  return session;
}

const lookEveryMs = 4 * 60_000;

const mendable = new Set(['signed-out', 'second-factor-required']);

async function isMendable(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const { code = '' } = await readProblem(response.clone());
  return mendable.has(code);
}

interface SessionGuardProps {
  /** Whose page it is: nobody else may go on in it. */
  email: string;
  children: ReactNode;
}

/** Keeps what the pages of the admin read, and the session that they read it with. */
export function SessionGuard(props: SessionGuardProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <WatchedSession {...props} />
    </QueryClientProvider>
  );
}

/**
 * Looks at the session when the page becomes visible again and now and then while it is. When it
 * has ended, a dialog asks to sign in in place: what was being sent is sent again.
 */
function WatchedSession({ email, children }: SessionGuardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [closedAt, setClosedAt] = useState(0);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  const [leaving] = useState(() => new AbortController());
  const { data: watched, dataUpdatedAt } = useQuery({
    ...sessionQuery,
    // The loader of the page has just asked.
    initialData: { user: { email }, isComplete: true },
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: lookEveryMs,
  });
  const hasEnded = watched?.user.email !== email || !watched.isComplete;

  const askToSignIn = useCallback(() => {
    setIsAsking(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, []);

  function settle(isBack: boolean): void {
    setIsAsking(false);
    // Whoever closes the dialog is asked again when the session is looked at again.
    setClosedAt(dataUpdatedAt);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  }

  const session = useMemo<AdminSession>(() => {
    const adminFetch: typeof fetch = async (input, init) => {
      // The page is about to go: nobody waits for an answer.
      if (leaving.signal.aborted) return new Promise<never>(() => {});
      for (;;) {
        const response = await fetch(input instanceof Request ? input.clone() : input, init);
        if (response.ok && !isOwnSuccess(response))
          throw new TypeError('A page answered in place of the API');
        // Whoever closes the dialog gets the refusal, as any caller would.
        if (!(await isMendable(response)) || !(await askToSignIn())) return response;
      }
    };
    return {
      ...{ adminFetch, askToSignIn, leave: () => leaving.abort(), leaving: leaving.signal },
      ...createClients(adminFetch),
    };
  }, [askToSignIn, leaving]);

  return (
    <AdminSessionContext value={session}>
      {children}
      <SignInDialog
        isOpen={isAsking || (hasEnded && closedAt !== dataUpdatedAt)}
        email={email}
        onDone={() => settle(true)}
        onClose={() => settle(false)}
      />
    </AdminSessionContext>
  );
}
