import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import { factorCode, newFactor } from '#domain/account.ts';
import type { AccountOverview } from '#server/http/page-context.ts';
import { ApiForm } from '../auth/account-form.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';
import { AccountEntry, AccountList } from './account-layout.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';

type FactorsProps = Pick<AccountOverview, 'email' | 'factors' | 'recoveryCodesLeft'>;

/** Where authenticators are added and removed. */
export function Factors({ email, factors, recoveryCodesLeft }: FactorsProps) {
  const { accountApi: api } = useAdminSession();
  const { revalidate } = useRevalidator();
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [question, ask] = useState<PasswordQuestion>();
  const [codes, setCodes] = useState<string[]>();
  const hasFactors = factors.length > 0;

  return (
    <>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
      {hasFactors ? (
        <AccountList>
          {factors.map(({ id, friendlyName, addedAt }) => (
            <AccountEntry
              key={id}
              title={friendlyName}
              action={
                <Button
                  variant="secondary"
                  aria-label={`Remove ${friendlyName}`}
                  onClick={() =>
                    ask({
                      title: `Remove ${friendlyName}?`,
                      reason:
                        'Its codes will no longer be asked for. Enter your password to remove it.',
                      action: 'Remove',
                      send: (json) => api.factors[':id'].$delete({ param: { id }, json }),
                      onDone() {
                        toast.success(`${friendlyName} is removed.`);
                        return revalidate();
                      },
                    })
                  }
                >
                  Remove
                </Button>
              }
            >
              Added {addedAt}
            </AccountEntry>
          ))}
          <AccountEntry
            title="Recovery codes"
            action={
              <Button
                variant="secondary"
                onClick={() =>
                  ask({
                    title: 'Make new codes?',
                    reason:
                      'The codes that you have will no longer work. Enter your password to make new ones.',
                    action: 'Make New Codes',
                    send: (json) => api['recovery-codes'].$post({ json }),
                    async onDone(response) {
                      setCodes((await response.json()).recoveryCodes);
                      await revalidate();
                    },
                  })
                }
              >
                Make New Codes
              </Button>
            }
          >
            {recoveryCodesLeft === 0
              ? 'None left. Make new ones: without them a lost authenticator locks you out.'
              : `${recoveryCodesLeft} of 10 left`}
          </AccountEntry>
        </AccountList>
      ) : (
        !isEnrolling && <p>No authenticator is set up.</p>
      )}
      <div className={hasFactors || !isEnrolling ? 'mt-6' : undefined}>
        {isEnrolling ? (
          <FactorEnrolment
            email={email}
            onCancel={() => setIsEnrolling(false)}
            onDone={async (recoveryCodes) => {
              setIsEnrolling(false);
              if (recoveryCodes) setCodes(recoveryCodes);
              toast.success('Two-factor is on.');
              await revalidate();
            }}
          />
        ) : (
          <Button
            variant={hasFactors ? 'secondary' : 'primary'}
            onClick={() => setIsEnrolling(true)}
          >
            Add Authenticator
          </Button>
        )}
      </div>
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </>
  );
}

interface FactorEnrolmentProps {
  email: string;
  onCancel: () => void;
  onDone: (recoveryCodes: string[] | null) => void | Promise<void>;
}

/** Adds an authenticator: its name and the password, then its QR code and its first code. */
function FactorEnrolment({ email, onCancel, onDone }: FactorEnrolmentProps) {
  const { accountApi: api } = useAdminSession();
  const [started, setStarted] = useState<{ id: string; secret: string; qrCode: string }>();

  return (
    <div className="grid gap-6 rounded-sm border border-hairline bg-surface p-6 sm:p-8">
      {started ? (
        <>
          <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
            <img
              src={started.qrCode}
              alt="QR code for your authenticator app"
              width={200}
              height={200}
              className="rounded-sm bg-[#fff] p-2"
            />
            <div>
              <h3 className="text-lg">Scan this with your authenticator app</h3>
              <p className="mt-2 text-muted">Or type this secret into it:</p>
              <p className="mt-2 font-mono text-sm break-all select-all">{started.secret}</p>
            </div>
          </div>
          <ApiForm
            id="verify-factor"
            schema={factorCode}
            fields={['digits']}
            action="Verify Code"
            busyAction="Verifying..."
            send={(json) => api.factors[':id'].verify.$post({ param: { id: started.id }, json })}
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
          onDone={async (response) => setStarted(await response.json())}
        />
      )}
      <Button variant="secondary" onClick={onCancel} className="justify-self-start">
        Cancel
      </Button>
    </div>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mb-8 rounded-sm border border-gold bg-gold-wash p-6 sm:p-8"
    >
      <h3 id={headingId} className="text-lg">
        Your recovery codes
      </h3>
      <p className="mt-2 text-muted">
        Keep them where your authenticator is not: on paper, or in a password manager. Each lets you
        in once without it. They are not shown again.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onClose} className="mt-6">
        I Have Kept Them
      </Button>
    </section>
  );
}
