import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { authenticatorCode } from '#features/accounts/rules/account.ts';
import { ApiForm } from '#features/accounts/ui/account-form.tsx';
import { createPasskey } from '#features/accounts/ui/passkeys.tsx';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import type { AccountOverview } from '#server/page-context.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { toast } from '#ui/toast.ts';
import { AccountEntry } from './account-layout.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type SecondFactorsProps = Pick<
  AccountOverview,
  'email' | 'authenticator' | 'passkeys' | 'recoveryCodesLeft'
>;

/** Manages passkeys, the authenticator app and recovery codes. Each change requires the password. */
export function SecondFactors({ email, ...account }: SecondFactorsProps) {
  const { authenticator, passkeys, recoveryCodesLeft } = account;
  const { accountApi: api } = useAdminSession();
  const { revalidate } = useRevalidator();
  const [begun, begin] = useState<BegunAuthenticator>();
  const [question, ask] = useState<PasswordQuestion>();
  const [codes, setCodes] = useState<string[]>();
  const isOn = authenticator !== null || passkeys.length > 0;

  const finish = (done: string) => async (response: Response) => {
    const { recoveryCodes }: { recoveryCodes: string[] | null } = await response.json();
    begin(undefined);
    if (recoveryCodes) setCodes(recoveryCodes);
    toast.success(done);
    await revalidate();
  };

  const askToRemove = (name: string, reason: string, send: PasswordQuestion['send']) =>
    ask({
      title: `Remove ${name}?`,
      reason,
      action: 'Remove',
      send,
      onDone() {
        toast.success(`${name} removed`);
        return revalidate();
      },
    });

  const askToAddPasskey = () =>
    ask({
      title: 'Add a passkey',
      reason:
        'A passkey signs you in with your fingerprint, face or screen lock. Name the device or password manager that keeps it.',
      action: 'Continue',
      isNamed: true,
      async send({ name = '', password }) {
        const options = await api.passkeys.options.$post({ json: { password } });
        if (!options.ok) return options;
        const response = await createPasskey(options);
        return api.passkeys.$post({ json: { name, response } });
      },
      onDone: finish('Passkey added'),
    });

  const askToBeginAuthenticator = () =>
    ask({
      title: 'Add an authenticator app',
      reason: 'You’ll need a code from the app to sign in.',
      action: 'Continue',
      send: (json) => api.authenticator.$post({ json }),
      onDone: async (response) => begin(await response.json()),
    });

  const askForCodes = () =>
    ask({
      title: 'Create new codes?',
      reason: 'Your current recovery codes will stop working.',
      action: 'Create New Codes',
      send: (json) => api['recovery-codes'].$post({ json }),
      onDone: finish('Recovery codes created'),
    });

  return (
    <div className="grid justify-items-start gap-6 *:w-full">
      {codes && <RecoveryCodes codes={codes} email={email} onClose={() => setCodes(undefined)} />}
      {isOn ? (
        <ul className="border-t border-hairline">
          {passkeys.map(({ id, name, addedAt }) => (
            <AccountEntry
              key={id}
              title={name}
              action={{
                label: 'Remove',
                fullLabel: `Remove ${name}`,
                onClick: () =>
                  askToRemove(name, 'You can’t sign in with this passkey anymore.', (json) =>
                    api.passkeys[':id'].$delete({ param: { id }, json }),
                  ),
              }}
            >
              Passkey, added {addedAt}
            </AccountEntry>
          ))}
          {authenticator && (
            <AccountEntry
              title="Authenticator app"
              action={{
                label: 'Remove',
                fullLabel: 'Remove authenticator app',
                onClick: () =>
                  askToRemove(
                    'Authenticator app',
                    'You won’t need its codes to sign in anymore.',
                    (json) => api.authenticator.$delete({ json }),
                  ),
              }}
            >
              Added {authenticator.addedAt}
            </AccountEntry>
          )}
          <AccountEntry
            title="Recovery codes"
            action={{ label: 'Create New Codes', onClick: askForCodes }}
          >
            {recoveryCodesLeft === 0
              ? 'None left. Create new ones now: you need them to sign in if you lose your phone.'
              : `${recoveryCodesLeft} of 10 left`}
          </AccountEntry>
        </ul>
      ) : (
        <p>Two-step sign-in is off.</p>
      )}
      {begun ? (
        <AuthenticatorSetup
          {...begun}
          onDone={finish('Two-step sign-in is on')}
          onCancel={() => begin(undefined)}
        />
      ) : (
        <div className="flex flex-wrap gap-4">
          <Button variant={isOn ? 'secondary' : 'primary'} onClick={askToAddPasskey}>
            Add Passkey
          </Button>
          <Button variant="secondary" onClick={askToBeginAuthenticator}>
            {authenticator ? 'Replace Authenticator App' : 'Add Authenticator App'}
          </Button>
        </div>
      )}
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </div>
  );
}

interface BegunAuthenticator {
  secret: string;
  uri: string;
  qrCode: string;
}

interface AuthenticatorSetupProps extends BegunAuthenticator {
  onDone: (response: Response) => Promise<void>;
  onCancel: () => void;
}

/** Shows the QR code of an authenticator app, and asks for the app's first code. */
function AuthenticatorSetup({ secret, uri, qrCode, onDone, onCancel }: AuthenticatorSetupProps) {
  const { accountApi: api } = useAdminSession();
  return (
    <div className="grid gap-6 rounded-sm border border-hairline bg-surface p-6 sm:p-8">
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <img
          src={qrCode}
          alt="QR code for your authenticator app"
          width={200}
          height={200}
          className="rounded-sm bg-[#fff] p-2"
        />
        <div>
          <h3 className="text-lg">Scan this code with your authenticator app</h3>
          <p className="mt-2 text-muted">Or enter this key in the app:</p>
          <p className="mt-2 font-mono text-sm break-all select-all">{secret}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <a href={uri} className={buttonClass('secondary', 'not-pointer-coarse:hidden')}>
              <Smartphone className="size-4" />
              <span>Open in authenticator app</span>
            </a>
            <CopyButton text={secret} what="Key" />
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
      <Button variant="secondary" onClick={onCancel} className="sm:justify-self-start">
        Cancel
      </Button>
    </div>
  );
}
