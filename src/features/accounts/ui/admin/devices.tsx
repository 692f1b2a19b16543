import { DetailedError, parseResponse } from 'hono/client';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import type { AccountOverview } from '#server/page-context.ts';
import { Button } from '#ui/button.tsx';
import { AccountEntry, useAccountChange } from './account-layout.tsx';

/** Lists the devices that are signed in, and signs them out. */
export function Devices({ devices }: { devices: AccountOverview['sessions'] }) {
  const { accountApi, leave } = useAdminSession();
  const { mutate, isPending } = useAccountChange();
  const endSession = (id: string) =>
    parseResponse(accountApi.sessions[':id'].$delete({ param: { id } }));

  async function signOut(scope: 'others' | 'global') {
    const { ok, status } = await fetch(`/api/auth/sign-out?scope=${scope}`, { method: 'POST' });
    if (!ok) throw new DetailedError('Signing out failed', { statusCode: status });
  }

  async function signOutEverywhere() {
    await signOut('global');
    // Requests that are still running would be rejected.
    leave();
    window.location.assign('/');
  }

  return (
    <>
      <ul className="border-t border-hairline">
        {devices.map(({ id, device, ipAddress, signedInAt, lastSeenAt, isThis }) => (
          <AccountEntry
            key={id}
            title={isThis ? `${device} (this device)` : device}
            action={
              !isThis && {
                label: 'Sign Out',
                fullLabel: `Sign Out ${device}, signed in ${signedInAt}`,
                isBusy: isPending,
                onClick: () => mutate({ work: () => endSession(id), done: `${device} signed out` }),
              }
            }
          >
            {ipAddress} · signed in {signedInAt} · last seen {lastSeenAt}
          </AccountEntry>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-4">
        <Button
          variant="secondary"
          disabled={isPending || devices.length < 2}
          onClick={() =>
            mutate({ work: () => signOut('others'), done: 'All other devices signed out' })
          }
        >
          Sign Out Other Devices
        </Button>
        <Button
          variant="secondary"
          disabled={isPending}
          onClick={() => mutate({ work: signOutEverywhere, done: 'Signed out everywhere' })}
        >
          Sign Out Everywhere
        </Button>
      </div>
    </>
  );
}
