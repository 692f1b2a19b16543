import { Dialog } from '#app/ui/dialog.tsx';
import { passwordConfirmation } from '#domain/account.ts';
import { ApiForm } from '../auth/account-form.tsx';

interface PasswordPromptProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What the password is asked for. */
  reason: string;
  email: string;
  action: string;
  send: (password: string) => Promise<Response>;
  onDone: (response: Response) => void | Promise<void>;
}

/** Asks for the password once more, before something goes that protects the account. */
export function PasswordPrompt({
  isOpen,
  onClose,
  title,
  reason,
  email,
  action,
  send,
  onDone,
}: PasswordPromptProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      {isOpen && (
        <div className="mt-2 grid gap-6">
          <p className="text-muted">{reason}</p>
          <ApiForm
            id="confirm-password"
            schema={passwordConfirmation}
            fields={['password']}
            accountEmail={email}
            action={action}
            busyAction="One moment..."
            send={({ password }) => send(password)}
            onDone={onDone}
          />
        </div>
      )}
    </Dialog>
  );
}
