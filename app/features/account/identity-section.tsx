import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { Button } from '#app/ui/button.tsx';
import type { AccountOverview } from '#server/http/page-context.ts';
import { useAccountApi } from '../auth/api-client.ts';
import { FormErrors } from '../forms/form-errors.tsx';
import { readProblem } from '../forms/problem.ts';
import { AccountEntry, AccountList, AccountSection } from './account-layout.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

type Provider = NonNullable<AccountOverview['provider']>;

const linkFailed = 'That account could not be linked.';
const unlinkFailed = 'That account could not be unlinked.';

/** Accounts of another site that sign in to this one. */
export function IdentitySection({
  email,
  provider: { name, identities },
}: {
  email: string;
  provider: Provider;
}) {
  const api = useAccountApi();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const [error, setError] = useState(search.has('link-failed') ? linkFailed : undefined);

  const [isLinking, setIsLinking] = useState(false);

  async function unlink(id: string) {
    const response = await api.identities[':id'].$delete({ param: { id } }).catch(() => undefined);
    setError(undefined);
    if (response?.ok) {
      toast.success(`${name} is unlinked.`);
      await revalidate();
    } else setError(response ? (await readProblem(response)).detail : unlinkFailed);
  }

  return (
    <AccountSection
      id="identities"
      title="Linked identities"
      note={`With your account at ${name} linked, it signs you in here. A second factor is asked for all the same.`}
    >
      <div className="grid gap-6">
        <FormErrors id="identity-error" errors={error ? [error] : undefined} />
        <AccountList>
          {identities.map(({ id, linkedAt }) => (
            <AccountEntry
              key={id}
              title={name}
              action={
                <Button variant="secondary" onClick={() => unlink(id)}>
                  Unlink
                </Button>
              }
            >
              Linked {linkedAt}
            </AccountEntry>
          ))}
        </AccountList>
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setIsLinking(true)}
        >
          Link {name}
        </Button>
      </div>
      <PasswordPrompt
        isOpen={isLinking}
        onClose={() => setIsLinking(false)}
        title={`Link ${name}?`}
        reason={`Your account at ${name} will sign you in here. Enter your password to link it.`}
        email={email}
        action={`Continue to ${name}`}
        send={(json) => api.identities.$post({ json })}
        onDone={async (response) => {
          window.location.assign((await response.json()).url);
        }}
      />
    </AccountSection>
  );
}
