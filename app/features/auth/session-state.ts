/** What the server says of the browser's session. */
export interface SessionState {
  user: { email: string };
  /** Whether it opens the admin, or a second factor is still owed. */
  isComplete: boolean;
}

/** Between two tries, in milliseconds: the first pause, doubled each time. */
const firstPauseMs = 200;
const maxTries = 5;

/**
 * Asks who is signed in, which also prolongs the session. Nothing when nobody is. While the
 * site does not answer it is asked again, ever more slowly; throws when it never does.
 */
export async function fetchSession(signal?: AbortSignal): Promise<SessionState | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch('/api/auth/get-session', { signal: signal ?? null });
      if (response.ok) return await response.json();
      throw new Error(`The session could not be read: ${response.status}`);
    } catch (error) {
      if (signal?.aborted || tries === maxTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstPauseMs * 2 ** (tries - 1)));
    }
  }
}

/**
 * Ends the session here (`local`), everywhere else (`others`) or everywhere (`global`). That
 * there was none any more (401, 403, 404) is no failure.
 */
export async function signOut(scope: 'local' | 'others' | 'global'): Promise<void> {
  const response = await fetch(`/api/auth/sign-out?scope=${scope}`, { method: 'POST' });
  if (!response.ok && ![401, 403, 404].includes(response.status)) {
    throw new Error(`Signing out failed: ${response.status}`);
  }
}
