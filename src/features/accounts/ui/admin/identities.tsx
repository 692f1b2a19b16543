import { parseResponse } from 'hono/client';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import { FormErrors } from '#features/forms/ui/index.ts';
import type { AccountOverview } from '#server/page-context.ts';
import { Button } from '#ui/button.tsx';
import { AccountEntry, useAccountChange } from './account-layout.tsx';
import { PasswordPrompt, type PasswordQuestion } from './password-forms.tsx';

const linkFailed = 'Could not link this account. Try again.';

interface IdentitiesProps {
  email: string;
  provider: NonNullable<AccountOverview['provider']>;
}

/** Links accounts of another sign-in provider, which can then be used to sign in here. */
export function Identities({ email, provider: { name, identities } }: IdentitiesProps) {
  const { accountApi: api } = useAdminSession();
  const [search] = useSearchParams();
  const [question, ask] = useState<PasswordQuestion>();
  const { mutate, isPending } = useAccountChange();
  const unlink = (id: string) => parseResponse(api.identities[':id'].$delete({ param: { id } }));

  const askToLink = () =>
    ask({
      title: `Link ${name}?`,
      reason: `You can then sign in here with your ${name} account.`,
      action: `Continue to ${name}`,
      send: (json) => api.identities.$post({ json }),
      async onDone(response) {
        window.location.assign((await response.json()).url);
      },
    });

  return (
    <div className="grid gap-6">
      <FormErrors
        id="identity-error"
        errors={search.has('link-failed') ? [linkFailed] : undefined}
      />
      <ul className="border-t border-hairline">
        {identities.map(({ id, linkedAt }) => (
          <AccountEntry
            key={id}
            title={name}
            action={{
              label: 'Unlink',
              isBusy: isPending,
              onClick: () => mutate({ work: () => unlink(id), done: `${name} unlinked` }),
            }}
          >
            Linked {linkedAt}
          </AccountEntry>
        ))}
      </ul>
      <Button variant="secondary" className="justify-self-start" onClick={askToLink}>
        Link {name}
      </Button>
      <PasswordPrompt question={question} email={email} onClose={() => ask(undefined)} />
    </div>
  );
}
