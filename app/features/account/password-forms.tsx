import { type ComponentProps, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Dialog } from '#app/ui/dialog.tsx';
import { toast } from '#app/ui/toast.ts';
import { passwordChange, passwordConfirmation } from '#domain/account.ts';
import { ApiForm } from '../auth/account-form.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';

/** Where the password is changed. */
export function PasswordChange({ email }: { email: string }) {
  const { accountApi } = useAdminSession();
  const { revalidate } = useRevalidator();
  // A form of its own for every change: the passwords of the last one are gone.
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
        toast.success('Your password is changed. Every other device is signed out.');
        setChanges((count) => count + 1);
        await revalidate();
      }}
    />
  );
}

type PromptForm = ComponentProps<typeof ApiForm<typeof passwordConfirmation>>;

/** What the password is asked for. */
export interface PasswordQuestion extends Pick<PromptForm, 'action' | 'send' | 'onDone'> {
  title: string;
  reason: string;
}

interface PasswordPromptProps {
  /** Nothing while nothing is asked. */
  question: PasswordQuestion | undefined;
  email: string;
  onClose: () => void;
}

/** Asks for the password once more, before something goes that protects the account. */
export const PasswordPrompt = ({ question, email, onClose }: PasswordPromptProps) => (
  <Dialog isOpen={question !== undefined} onClose={onClose} title={question?.title ?? ''}>
    {question && (
      <div className="mt-2 grid gap-6">
        <p className="text-muted">{question.reason}</p>
        <ApiForm
          id="confirm-password"
          schema={passwordConfirmation}
          fields={['password']}
          accountEmail={email}
          action={question.action}
          busyAction="One moment..."
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
