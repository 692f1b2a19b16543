import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from 'sonner';
import { passwordChange } from '#domain/account.ts';
import { ApiForm } from '../auth/account-form.tsx';
import { useAccountApi } from '../auth/api-client.ts';
import { AccountSection } from './account-layout.tsx';

/** Where the password is changed. */
export function PasswordSection({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const api = useAccountApi();
  const { revalidate } = useRevalidator();
  // A form of its own for every change: the passwords of the last one are gone.
  const [changes, setChanges] = useState(0);
  return (
    <AccountSection
      id="password"
      title="Password"
      note="A new password signs you out everywhere but here, and makes every link that was mailed to you worthless."
    >
      {hasPassword ? (
        <ApiForm
          key={changes}
          id="change-password"
          schema={passwordChange}
          fields={['currentPassword', 'changedPassword']}
          accountEmail={email}
          action="Change Password"
          busyAction="Saving..."
          send={(json) => api.password.$put({ json })}
          onDone={async () => {
            toast.success('Your password is changed. Every other device is signed out.');
            setChanges((count) => count + 1);
            await revalidate();
          }}
        />
      ) : (
        <p>
          Your account has no password yet. Sign out and use “Forgot your password?” to choose one.
        </p>
      )}
    </AccountSection>
  );
}
