import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { passkeyForm } from '#features/accounts/rules/account.ts';
import type { z } from '#rules/zod.ts';
import type { AccountOverview } from '#server/page-context.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { ApiForm } from './account-form.tsx';
import { AccountEntry } from './account-layout.tsx';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { createPasskey } from './passkeys.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAdminSession } from './session-guard.tsx';

type SecondFactorsProps = Pick<
  AccountOverview,
  'email' | 'authenticator' | 'passkeys' | 'recoveryCodesLeft'
>;

/** Manages passkeys, the authenticator app and recovery codes. */
export function SecondFactors({ email, ...account }: SecondFactorsProps) {
  const { authenticator, passkeys, recoveryCodesLeft } = account;
  const { accountApi: api } = useAdminSession();
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState<'authenticator' | 'passkey'>();
  const [question, ask] = useState<PasswordQuestion>();
  const [codes, setCodes] = useState<string[]>();
  const isOn = authenticator !== null || passkeys.length > 0;

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

  async function addPasskey({ name, password }: z.output<typeof passkeyForm>) {
    const begun = await api.passkeys.options.$post({ json: { password } });
    if (!begun.ok) return begun;
    const response = await createPasskey(begun);
    return api.passkeys.$post({ json: { name, response } });
  }

  async function finishAdding(response: Response, done: string) {
    const { recoveryCodes }: { recoveryCodes: string[] | null } = await response.json();
    setAdding(undefined);
    if (recoveryCodes) setCodes(recoveryCodes);
    toast.success(done);
    await revalidate();
  }

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
            action={{
              label: 'Create New Codes',
              onClick: () =>
                ask({
                  title: 'Create new codes?',
                  reason: 'Your current recovery codes will stop working.',
                  action: 'Create New Codes',
                  send: (json) => api['recovery-codes'].$post({ json }),
                  async onDone(response) {
                    setCodes((await response.json()).recoveryCodes);
                    await revalidate();
                  },
                }),
            }}
          >
            {recoveryCodesLeft === 0
              ? 'None left. Create new ones now: you need them to sign in if you lose your phone.'
              : `${recoveryCodesLeft} of 10 left`}
          </AccountEntry>
        </ul>
      ) : (
        <p>Two-step sign-in is off.</p>
      )}
      {adding === undefined && (
        <div className="flex flex-wrap gap-4">
          <Button variant={isOn ? 'secondary' : 'primary'} onClick={() => setAdding('passkey')}>
            Add Passkey
          </Button>
          <Button variant="secondary" onClick={() => setAdding('authenticator')}>
            {authenticator ? 'Replace Authenticator App' : 'Add Authenticator App'}
          </Button>
        </div>
      )}
      {adding === 'authenticator' && (
        <AddingPanel onCancel={() => setAdding(undefined)}>
          <AuthenticatorSetup
            email={email}
            onDone={(response) => finishAdding(response, 'Two-step sign-in is on')}
          />
        </AddingPanel>
      )}
      {adding === 'passkey' && (
        <AddingPanel onCancel={() => setAdding(undefined)}>
          <p className="text-muted">
            A passkey signs you in with your fingerprint, face or screen lock. Name the device or
            password manager that keeps it.
          </p>
          <ApiForm
            id="new-passkey"
            schema={passkeyForm}
            fields={['passkeyName', 'password']}
            accountEmail={email}
            action="Continue"
            busyAction="Waiting..."
            send={addPasskey}
            onDone={(response) => finishAdding(response, 'Passkey added')}
          />
        </AddingPanel>
      )}
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </div>
  );
}

const AddingPanel = ({ onCancel, children }: { onCancel: () => void; children: ReactNode }) => (
  <div className="grid gap-6 rounded-sm border border-hairline bg-surface p-6 sm:p-8">
    {children}
    <Button variant="secondary" onClick={onCancel} className="sm:justify-self-start">
      Cancel
    </Button>
  </div>
);
