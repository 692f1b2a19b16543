import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import {
  type AdminSession,
  AdminSessionContext,
  createClients,
  createQueryClient,
} from '#features/admin-ui/ui/index.ts';
import { isOwnSuccess, readProblem } from '#features/forms/ui/index.ts';
import { SignInDialog, sessionQuery } from './sign-in-dialog.tsx';

const checkEveryMs = 4 * 60_000;

const mendable = new Set(['signed-out', 'second-factor-required']);

async function isFixedBySignIn(response: Response): Promise<boolean> {
  if (response.status !== 401 && response.status !== 403) return false;
  const { code = '' } = await readProblem(response.clone());
  return mendable.has(code);
}

interface SessionGuardProps {
  /** The only user who may continue on this page. */
  email: string;
  /** Whether any account has a passkey. */
  hasPasskeys: boolean;
  children: ReactNode;
}

/** Provides the session and the query client to the admin's pages. */
export function SessionGuard(props: SessionGuardProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <WatchedSession {...props} />
    </QueryClientProvider>
  );
}

/**
 * Checks the session regularly while the page is visible. If it has ended, a dialog asks to sign in
 * again, and failed requests are retried.
 */
function WatchedSession({ email, hasPasskeys, children }: SessionGuardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [closedAt, setClosedAt] = useState(0);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  const [leaving] = useState(() => new AbortController());
  const { data: watched, dataUpdatedAt } = useQuery({
    ...sessionQuery,
    // The page's loader has just checked.
    initialData: {
      user: { email },
      isComplete: true,
      factors: { hasAuthenticator: false, hasPasskey: hasPasskeys },
    },
    refetchOnMount: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: checkEveryMs,
  });
  const hasEnded = watched?.user.email !== email || !watched.isComplete;

  const askToSignIn = useCallback(() => {
    setIsAsking(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, []);

  function settle(isBack: boolean): void {
    setIsAsking(false);
    // If the dialog is closed, the next check opens it again.
    setClosedAt(dataUpdatedAt);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  }

  const session = useMemo<AdminSession>(() => {
    const adminFetch: typeof fetch = async (input, init) => {
      // The visitor is leaving the page, so the response is no longer needed.
      if (leaving.signal.aborted) return new Promise<never>(() => {});
      for (;;) {
        const response = await fetch(input instanceof Request ? input.clone() : input, init);
        if (response.ok && !isOwnSuccess(response))
          throw new TypeError('The API responded with an HTML page');
        if (!(await isFixedBySignIn(response)) || !(await askToSignIn())) return response;
      }
    };
    return {
      adminFetch,
      askToSignIn,
      leave: () => leaving.abort(),
      leaving: leaving.signal,
      ...createClients(adminFetch),
    };
  }, [askToSignIn, leaving]);

  return (
    <AdminSessionContext value={session}>
      {children}
      <SignInDialog
        isOpen={isAsking || (hasEnded && closedAt !== dataUpdatedAt)}
        email={email}
        hasPasskeys={hasPasskeys}
        onDone={() => settle(true)}
        onClose={() => settle(false)}
      />
    </AdminSessionContext>
  );
}
