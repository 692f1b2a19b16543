import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import type { AccountOverview } from '#server/http/page-context.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { FormErrors } from '../forms/form-fields.tsx';
import { readProblem } from '../forms/problem.ts';
import { AccountEntry, AccountList } from './account-layout.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';

type Provider = NonNullable<AccountOverview['provider']>;

const linkFailed = 'Could not link this account. Try again.';
const unlinkFailed = 'Could not unlink this account. Try again.';

/** Links accounts of another site, which can then sign in here. */
export function Identities({
  email,
  provider: { name, identities },
}: {
  email: string;
  provider: Provider;
}) {
  const { accountApi: api } = useAdminSession();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const [error, setError] = useState(search.has('link-failed') ? linkFailed : undefined);
  const [question, ask] = useState<PasswordQuestion>();

  async function unlink(id: string) {
    const response = await api.identities[':id'].$delete({ param: { id } }).catch(() => undefined);
    setError(undefined);
    if (response?.ok) {
      toast.success(`${name} unlinked`);
      await revalidate();
    } else setError(response ? (await readProblem(response)).detail : unlinkFailed);
  }

  return (
    <>
      <div className="grid gap-6">
        <FormErrors id="identity-error" errors={error ? [error] : undefined} />
        <AccountList>
          {identities.map(({ id, linkedAt }) => (
            <AccountEntry
              key={id}
              title={name}
              action={{ label: 'Unlink', onClick: () => void unlink(id) }}
            >
              Linked {linkedAt}
            </AccountEntry>
          ))}
        </AccountList>
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() =>
            ask({
              title: `Link ${name}?`,
              reason: `You can then sign in here with your ${name} account.`,
              action: `Continue to ${name}`,
              send: (json) => api.identities.$post({ json }),
              async onDone(response) {
                window.location.assign((await response.json()).url);
              },
            })
          }
        >
          Link {name}
        </Button>
      </div>
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </>
  );
}
