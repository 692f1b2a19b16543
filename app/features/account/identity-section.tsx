import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { Button } from '#app/ui/button.tsx';
import type { AccountOverview } from '#server/http/api.ts';
import { FormErrors } from '../forms/form-errors.tsx';
import { readProblem } from '../forms/problem.ts';
import { useAccountApi } from './account-api.ts';
import { AccountEntry, AccountList, AccountSection } from './account-section.tsx';

type Provider = NonNullable<AccountOverview['provider']>;

const linkFailed = 'That account could not be linked.';

/** Accounts of another site that sign in to this one. */
export function IdentitySection({ provider: { name, identities } }: { provider: Provider }) {
  const api = useAccountApi();
  const { revalidate } = useRevalidator();
  const [search] = useSearchParams();
  const [error, setError] = useState(search.has('link-failed') ? linkFailed : undefined);

  async function run(sending: Promise<Response>, onDone: (response: Response) => unknown) {
    const response = await sending.catch(() => undefined);
    setError(undefined);
    if (response?.ok) await onDone(response);
    else setError(response ? (await readProblem(response)).detail : linkFailed);
  }

  const link = () =>
    run(api.identities.$post(), async (response) => {
      window.location.assign((await response.json()).url);
    });

  const unlink = (id: string) =>
    run(api.identities[':id'].$delete({ param: { id } }), () => {
      toast.success(`${name} is unlinked.`);
      return revalidate();
    });

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
        <Button variant="secondary" className="justify-self-start" onClick={link}>
          Link {name}
        </Button>
      </div>
    </AccountSection>
  );
}
