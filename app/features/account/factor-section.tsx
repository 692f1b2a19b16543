import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from 'sonner';
import { Button } from '#app/ui/button.tsx';
import type { AccountOverview } from '#server/http/page-context.ts';
import { useAccountApi } from '../auth/api-client.ts';
import { AccountEntry, AccountList, AccountSection } from './account-layout.tsx';
import { FactorEnrolment } from './factor-enrolment.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

type FactorSectionProps = Pick<AccountOverview, 'email' | 'factors' | 'recoveryCodesLeft'>;

/** What the password is asked for now. */
type Asking = { kind: 'remove'; id: string; friendlyName: string } | { kind: 'renew' };

/** Where authenticators are added and removed. */
export function FactorSection({ email, factors, recoveryCodesLeft }: FactorSectionProps) {
  const api = useAccountApi();
  const { revalidate } = useRevalidator();
  const [isEnrolling, setIsEnrolling] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [codes, setCodes] = useState<string[]>();
  const hasFactors = factors.length > 0;

  const send = (json: { password: string }) =>
    asking?.kind === 'remove'
      ? api.factors[':id'].$delete({ param: { id: asking.id }, json })
      : api['recovery-codes'].$post({ json });

  async function finish(response: Response) {
    if (asking?.kind === 'remove') toast.success(`${asking.friendlyName} is removed.`);
    else setCodes((await response.json()).recoveryCodes);
    setAsking(undefined);
    await revalidate();
  }

  return (
    <AccountSection
      id="two-factor"
      title="Two-factor"
      note="With an authenticator app, a password alone opens nothing: a code from the app is asked for at every sign-in, whichever way it begins."
    >
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
                  onClick={() => setAsking({ kind: 'remove', id, friendlyName })}
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
              <Button variant="secondary" onClick={() => setAsking({ kind: 'renew' })}>
                Make New Codes
              </Button>
            }
          >
            {recoveryCodesLeft} of 10 left
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
      <PasswordPrompt
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking?.kind === 'remove' ? `Remove ${asking.friendlyName}?` : 'Make new codes?'}
        reason={
          asking?.kind === 'remove'
            ? 'Its codes will no longer be asked for. Enter your password to remove it.'
            : 'The codes that you have will no longer work. Enter your password to make new ones.'
        }
        email={email}
        action={asking?.kind === 'remove' ? 'Remove' : 'Make New Codes'}
        send={send}
        onDone={finish}
      />
    </AccountSection>
  );
}

/** The recovery codes, shown this once. */
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
