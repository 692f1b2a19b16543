import { Download, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { toast } from '#app/ui/toast.ts';
import { factorCode, newFactor } from '#domain/account.ts';
import type { AccountOverview } from '#server/http/page-context.ts';
import { ApiForm } from '../auth/account-form.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';
import { AccountEntry, AccountList } from './account-layout.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';

type FactorsProps = Pick<AccountOverview, 'email' | 'factors' | 'recoveryCodesLeft'>;

/** Adds and removes authenticator apps and recovery codes. */
export function Factors({ email, factors, recoveryCodesLeft }: FactorsProps) {
  const { accountApi: api } = useAdminSession();
  const { revalidate } = useRevalidator();
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [question, ask] = useState<PasswordQuestion>();
  const [codes, setCodes] = useState<string[]>();
  const hasFactors = factors.length > 0;

  return (
    <div className="grid justify-items-start gap-6 *:w-full">
      {codes && <RecoveryCodes codes={codes} email={email} onClose={() => setCodes(undefined)} />}
      {hasFactors && (
        <AccountList>
          {factors.map(({ id, friendlyName, addedAt }) => (
            <AccountEntry
              key={id}
              title={friendlyName}
              action={{
                label: 'Remove',
                fullLabel: `Remove ${friendlyName}`,
                onClick: () =>
                  ask({
                    title: `Remove ${friendlyName}?`,
                    reason: 'You won’t need its codes to sign in anymore.',
                    action: 'Remove',
                    send: (json) => api.factors[':id'].$delete({ param: { id }, json }),
                    onDone() {
                      toast.success(`${friendlyName} removed`);
                      return revalidate();
                    },
                  }),
              }}
            >
              Added {addedAt}
            </AccountEntry>
          ))}
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
        </AccountList>
      )}
      {isEnrolling ? (
        <FactorEnrolment
          email={email}
          onCancel={() => setIsEnrolling(false)}
          onDone={async (recoveryCodes) => {
            setIsEnrolling(false);
            if (recoveryCodes) setCodes(recoveryCodes);
            toast.success('Two-step sign-in is on');
            await revalidate();
          }}
        />
      ) : (
        <>
          {!hasFactors && <p>Two-step sign-in is off.</p>}
          <Button
            variant={hasFactors ? 'secondary' : 'primary'}
            onClick={() => setIsEnrolling(true)}
            className="sm:w-auto"
          >
            Add Authenticator App
          </Button>
        </>
      )}
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </div>
  );
}

interface FactorEnrolmentProps {
  email: string;
  onCancel: () => void;
  onDone: (recoveryCodes: string[] | null) => void | Promise<void>;
}

/** Adds an authenticator app: its name and the password, then its QR code and its first code. */
function FactorEnrolment({ email, onCancel, onDone }: FactorEnrolmentProps) {
  const { accountApi: api } = useAdminSession();
  const [started, setStarted] = useState<{
    id: string;
    secret: string;
    uri: string;
    qrCode: string;
  }>();

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
              <h3 className="text-lg">Scan this code with your authenticator app</h3>
              <p className="mt-2 text-muted">Or enter this key in the app:</p>
              <p className="mt-2 font-mono text-sm break-all select-all">{started.secret}</p>
              <div className="mt-4 flex flex-wrap gap-3">
                <a
                  href={started.uri}
                  className={buttonClass('secondary', 'not-pointer-coarse:hidden')}
                >
                  <Smartphone className="size-4" />
                  <span>Open in authenticator app</span>
                </a>
                <CopyButton text={started.secret} what="Key" />
              </div>
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
          action="Continue"
          busyAction="Loading..."
          send={(json) => api.factors.$post({ json })}
          onDone={async (response) => setStarted(await response.json())}
        />
      )}
      <Button variant="secondary" onClick={onCancel} className="sm:justify-self-start">
        Cancel
      </Button>
    </div>
  );
}

interface RecoveryCodesProps {
  codes: string[];
  email: string;
  onClose: () => void;
}

/** Shows new codes once, to be copied or downloaded. */
function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const file = `Recovery codes for ${email}\nEach code works once.\n\n${codes.join('\n')}\n`;
  return (
    <section
      aria-labelledby="recovery-codes"
      className="rounded-sm border border-gold bg-gold-wash p-6 sm:p-8"
    >
      <h3 id="recovery-codes" className="text-lg">
        Your recovery codes
      </h3>
      <p className="mt-2 text-muted">
        Use one to sign in if you lose your phone. Each works once. Save them now, in a password
        manager or on paper: you won’t see them again.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-1.5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:flex-1">
        <CopyButton text={codes.join('\n')} what="Recovery codes" />
        <a
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          className={buttonClass('secondary')}
        >
          <Download className="size-4" />
          <span>Download</span>
        </a>
        <Button onClick={onClose}>I’ve saved them</Button>
      </div>
    </section>
  );
}
