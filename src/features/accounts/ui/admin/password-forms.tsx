import { useState } from 'react';
import { useRevalidator } from 'react-router';
import {
  passkeyForm,
  passwordChange,
  passwordConfirmation,
} from '#features/accounts/rules/account.ts';
import { ApiForm } from '#features/accounts/ui/account-form.tsx';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.ts';

/** Changes the password. */
export function PasswordChange({ email }: { email: string }) {
  const { accountApi } = useAdminSession();
  const { revalidate } = useRevalidator();
  // A new form after each change, so that the passwords are cleared.
  const [changes, setChanges] = useState(0);
  return (
    <ApiForm
      key={changes}
      id="change-password"
      schema={passwordChange}
      fields={['currentPassword', 'changedPassword']}
      accountEmail={email}
      action="Change Password"
      busyAction="Saving..."
      send={(json) => accountApi.password.$put({ json })}
      onDone={async () => {
        toast.success('Password changed. All other devices are signed out.');
        setChanges((count) => count + 1);
        await revalidate();
      }}
    />
  );
}

/** An action that needs the password. */
export interface PasswordQuestion {
  title: string;
  reason: string;
  action: string;
  /** Whether to ask for a name too. */
  isNamed?: boolean;
  send: (given: { password: string; name?: string }) => Promise<Response>;
  onDone: (response: Response) => void | Promise<void>;
}

interface PasswordPromptProps {
  question: PasswordQuestion | undefined;
  email: string;
  onClose: () => void;
}

/** Asks for the password before a change to the account’s protection. */
export const PasswordPrompt = ({ question, email, onClose }: PasswordPromptProps) => (
  <Dialog isOpen={question !== undefined} onClose={onClose} title={question?.title ?? ''}>
    {question && (
      <div className="mt-2 grid gap-6">
        <p className="text-muted">{question.reason} Enter your password to confirm.</p>
        <ApiForm
          id="confirm-password"
          schema={question.isNamed ? passkeyForm : passwordConfirmation}
          fields={question.isNamed ? ['passkeyName', 'password'] : ['password']}
          accountEmail={email}
          action={question.action}
          busyAction="Checking..."
          send={question.send}
          onDone={async (response) => {
            await question.onDone(response);
            onClose();
          }}
        />
      </div>
    )}
  </Dialog>
);
