import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { authenticatorCode, passwordConfirmation } from '#features/accounts/rules/account.ts';
import { buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ApiForm } from './account-form.tsx';
import { useAdminSession } from './session-guard.tsx';

interface AuthenticatorSetupProps {
  email: string;
  onDone: (response: Response) => void | Promise<void>;
}

/** Sets up an authenticator app: the password, then the QR code and the app's first code. */
export function AuthenticatorSetup({ email, onDone }: AuthenticatorSetupProps) {
  const { accountApi: api } = useAdminSession();
  const [begun, setBegun] = useState<{ secret: string; uri: string; qrCode: string }>();

  if (!begun) {
    return (
      <ApiForm
        id="new-authenticator"
        schema={passwordConfirmation}
        fields={['password']}
        accountEmail={email}
        action="Continue"
        busyAction="Loading..."
        send={(json) => api.authenticator.$post({ json })}
        onDone={async (response) => setBegun(await response.json())}
      />
    );
  }
  return (
    <>
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <img
          src={begun.qrCode}
          alt="QR code for your authenticator app"
          width={200}
          height={200}
          className="rounded-sm bg-[#fff] p-2"
        />
        <div>
          <h3 className="text-lg">Scan this code with your authenticator app</h3>
          <p className="mt-2 text-muted">Or enter this key in the app:</p>
          <p className="mt-2 font-mono text-sm break-all select-all">{begun.secret}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <a href={begun.uri} className={buttonClass('secondary', 'not-pointer-coarse:hidden')}>
              <Smartphone className="size-4" />
              <span>Open in authenticator app</span>
            </a>
            <CopyButton text={begun.secret} what="Key" />
          </div>
        </div>
      </div>
      <ApiForm
        id="verify-authenticator"
        schema={authenticatorCode}
        fields={['digits']}
        action="Verify Code"
        busyAction="Verifying..."
        send={(json) => api.authenticator.verify.$post({ json })}
        onDone={onDone}
      />
    </>
  );
}
