import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { challengeForm, signInForm } from '#features/accounts/rules/account.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ApiForm } from './account-form.tsx';
import { PasskeyButton, postJson } from './passkeys.tsx';

interface SessionState {
  user: { email: string };
  isComplete: boolean;
}

/** Reads and extends the session. Returns null if the browser is signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  async queryFn({ signal }): Promise<SessionState | null> {
    const response = await fetch('/api/auth/get-session', { signal });
    if (!response.ok) throw new Error(`Could not read the session: ${response.status}`);
    return response.json();
  },
  staleTime: 0,
  retry: 4,
  retryDelay: (failures) => 200 * 2 ** failures,
});

interface SignInDialogProps {
  isOpen: boolean;
  email: string;
  onDone: () => void;
  onClose: () => void;
}

/** Signs the same user in again without leaving the page. */
export function SignInDialog({ isOpen, email, onDone, onClose }: SignInDialogProps) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'password' | 'code'>('password');

  async function goOn() {
    const session = await queryClient.fetchQuery(sessionQuery);
    setStep(session?.isComplete ? 'password' : 'code');
    if (session?.isComplete) onDone();
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Sign in again">
      {isOpen && (
        <div className="mt-2 grid gap-6">
          <p className="text-muted">
            Your session has ended. Sign in to continue. What you typed is still here.
          </p>
          {step === 'password' ? (
            <ApiForm
              id="sign-in-again"
              schema={signInForm}
              fields={['fixedEmail', 'password']}
              defaultValue={{ email }}
              hasCaptcha
              action="Sign In"
              busyAction="Signing in..."
              send={(values) => postJson('/api/auth/sign-in/email', values)}
              onDone={goOn}
            />
          ) : (
            <ApiForm
              id="challenge-again"
              schema={challengeForm}
              fields={['code']}
              action="Verify"
              busyAction="Verifying..."
              send={(values) => postJson('/api/auth/challenge', values)}
              onDone={goOn}
            />
          )}
          <PasskeyButton onDone={goOn} />
        </div>
      )}
    </Dialog>
  );
}
