import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  challengeForm,
  describeSecondStep,
  type FactorKinds,
  signInForm,
} from '#features/accounts/rules/account.ts';
import { ApiForm } from '#features/accounts/ui/account-form.tsx';
import { PasskeyButton, postJson } from '#features/accounts/ui/passkeys.tsx';
import { codeField, SecondStep } from '#features/accounts/ui/second-step.tsx';
import { Dialog } from '#ui/dialog.tsx';

interface SessionState {
  user: { email: string };
  isComplete: boolean;
  factors: FactorKinds;
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
  /** Whether any account has a passkey. */
  hasPasskeys: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Signs the same user in again without leaving the page. */
export function SignInDialog({ isOpen, email, hasPasskeys, onDone, onClose }: SignInDialogProps) {
  const queryClient = useQueryClient();
  /** Known after the first step. */
  const [factors, setFactors] = useState<FactorKinds>();

  async function goOn() {
    const session = await queryClient.fetchQuery(sessionQuery);
    setFactors(session?.isComplete ? undefined : session?.factors);
    if (session?.isComplete) onDone();
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Sign in again">
      {isOpen && (
        <div className="mt-2 grid gap-6">
          <p className="text-muted">
            Your session has ended. Sign in to continue. What you typed is still here.
          </p>
          {factors ? (
            <>
              <p className="text-muted">{describeSecondStep(factors)}</p>
              <SecondStep factors={factors} onPasskey={goOn}>
                <ApiForm
                  id="challenge-again"
                  schema={challengeForm}
                  fields={[codeField(factors)]}
                  action="Verify"
                  busyAction="Verifying..."
                  send={(values) => postJson('/api/auth/challenge', values)}
                  onDone={goOn}
                />
              </SecondStep>
            </>
          ) : (
            <>
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
              {hasPasskeys && <PasskeyButton onDone={goOn} />}
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
