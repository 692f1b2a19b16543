import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { factorCode, newFactor } from '#domain/account.ts';
import { ApiForm } from '../auth/account-form.tsx';
import { useAccountApi } from '../auth/api-client.ts';

interface FactorEnrolmentProps {
  email: string;
  onCancel: () => void;
  /** With the recovery codes, when these are the account's first. */
  onDone: (recoveryCodes: string[] | null) => void | Promise<void>;
}

/** An authenticator that was begun. */
interface BegunFactor {
  id: string;
  secret: string;
  qrCode: string;
}

/** Adds an authenticator: its name and the password, then its QR code and its first code. */
export function FactorEnrolment({ email, onCancel, onDone }: FactorEnrolmentProps) {
  const api = useAccountApi();
  const [begun, setBegun] = useState<BegunFactor>();

  return (
    <div className="grid gap-6 rounded-sm border border-hairline bg-surface p-6 sm:p-8">
      {begun ? (
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
              <h3 className="text-lg">Scan this with your authenticator app</h3>
              <p className="mt-2 text-muted">Or type this secret into it:</p>
              <p className="mt-2 font-mono text-sm break-all select-all">{begun.secret}</p>
            </div>
          </div>
          <ApiForm
            id="verify-factor"
            schema={factorCode}
            fields={['digits']}
            action="Verify Code"
            busyAction="Verifying..."
            send={(json) => api.factors[':id'].verify.$post({ param: { id: begun.id }, json })}
            onDone={async (response) => onDone((await response.json()).recoveryCodes)}
          />
        </>
      ) : (
        <ApiForm
          id="new-factor"
          schema={newFactor}
          fields={['factorName', 'password']}
          accountEmail={email}
          action="Show QR Code"
          busyAction="One moment..."
          send={(json) => api.factors.$post({ json })}
          onDone={async (response) => setBegun(await response.json())}
        />
      )}
      <Button variant="secondary" onClick={onCancel} className="justify-self-start">
        Cancel
      </Button>
    </div>
  );
}
