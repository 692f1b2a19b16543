import { useMutation } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { useRevalidator } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.ts';
import type { AccountOverview } from '#server/http/page-context.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { AccountEntry, AccountList } from './account-layout.tsx';

/** Where the account is signed in, and how that ends. */
export function Devices({ devices }: { devices: AccountOverview['sessions'] }) {
  const { accountApi } = useAdminSession();
  const { revalidate } = useRevalidator();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => work(),
    onSuccess(_, { done }) {
      toast.success(done);
      return revalidate();
    },
    onError: () => toast.error('That did not work. Please try again.'),
  });

  return (
    <>
      <AccountList>
        {devices.map(({ id, device, ipAddress, signedInAt, lastSeenAt, isThis }) => (
          <AccountEntry
            key={id}
            title={isThis ? `${device} (this device)` : device}
            action={
              !isThis && (
                <Button
                  variant="secondary"
                  disabled={isPending}
                  aria-label={`Sign Out ${device}, signed in ${signedInAt}`}
                  onClick={() =>
                    mutate({
                      work: () =>
                        parseResponse(accountApi.sessions[':id'].$delete({ param: { id } })),
                      done: `${device} is signed out.`,
                    })
                  }
                >
                  Sign Out
                </Button>
              )
            }
          >
            {ipAddress} · signed in {signedInAt} · last seen {lastSeenAt}
          </AccountEntry>
        ))}
      </AccountList>
      <div className="mt-6 flex flex-wrap gap-4">
        <Button
          variant="secondary"
          disabled={isPending || devices.length < 2}
          onClick={() =>
            mutate({ work: () => signOut('others'), done: 'Every other device is signed out.' })
          }
        >
          Sign Out Everywhere Else
        </Button>
        <Button
          variant="secondary"
          disabled={isPending}
          onClick={() =>
            mutate({
              async work() {
                await signOut('global');
                window.location.assign('/');
              },
              done: 'You are signed out everywhere.',
            })
          }
        >
          Sign Out Everywhere
        </Button>
      </div>
    </>
  );
}

/** Ends the sessions elsewhere, or all. That there was none any more is no failure. */
async function signOut(scope: 'others' | 'global'): Promise<void> {
  const response = await fetch(`/api/auth/sign-out?scope=${scope}`, { method: 'POST' });
  if (!response.ok && ![401, 403, 404].includes(response.status)) {
    throw new Error(`Signing out failed: ${response.status}`);
  }
}
