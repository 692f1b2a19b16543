import type { ComponentProps } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { passwordConfirmation } from '#domain/account.ts';
import { ApiForm } from '../auth/account-form.tsx';

type PromptForm = ComponentProps<typeof ApiForm<typeof passwordConfirmation>>;

interface PasswordPromptProps extends Pick<PromptForm, 'action' | 'send' | 'onDone'> {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What the password is asked for. */
  reason: string;
  email: string;
}

/** Asks for the password once more, before something goes that protects the account. */
export function PasswordPrompt({ title, reason, email, ...props }: PasswordPromptProps) {
  const { isOpen, onClose, ...form } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {isOpen && (
        <div className="mt-2 grid gap-6">
          <p className="text-muted">{reason}</p>
          <ApiForm
            {...form}
            id="confirm-password"
            schema={passwordConfirmation}
            fields={['password']}
            accountEmail={email}
            busyAction="One moment..."
          />
        </div>
      )}
    </Dialog>
  );
}
