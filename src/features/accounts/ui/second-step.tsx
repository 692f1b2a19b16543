import type { ReactNode } from 'react';
import type { FactorKinds } from '#features/accounts/rules/account.ts';
import { PasskeyButton } from './passkeys.tsx';

interface SecondStepProps {
  factors: FactorKinds;
  onPasskey: () => void | Promise<void>;
  /** The form for a code. */
  children: ReactNode;
}

/** The second step of a sign-in: the passkey first if the account has no authenticator app. */
export function SecondStep({ factors, onPasskey, children }: SecondStepProps) {
  const { hasAuthenticator, hasPasskey } = factors;
  if (!hasPasskey) return children;
  return (
    <div className="grid gap-6">
      {!hasAuthenticator && <PasskeyButton variant="primary" onDone={onPasskey} />}
      {children}
      {hasAuthenticator && <PasskeyButton onDone={onPasskey} />}
    </div>
  );
}

/** Returns the field for the codes that the account has. */
export const codeField = ({ hasAuthenticator }: FactorKinds) =>
  hasAuthenticator ? 'code' : 'recoveryCode';
