import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { toast } from 'sonner';
import { Button } from '#app/ui/button.tsx';
import type { AccountOverview } from '#server/http/page-context.ts';
import { useAccountApi } from '../auth/api-client.ts';
import { AccountEntry, AccountList, AccountSection } from './account-layout.tsx';

type Device = AccountOverview['sessions'][number];

/** Where the account is signed in, and how that ends. */
export function DeviceSection({ devices }: { devices: Device[] }) {
  const api = useAccountApi();
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<unknown>, done: string) {
    setIsBusy(true);
    try {
      await work();
      toast.success(done);
      await revalidate();
    } catch {
      toast.error('That did not work. Please try again.');
    } finally {
      setIsBusy(false);
    }
  }

  const end = ({ id, device }: Device) =>
    run(() => api.sessions[':id'].$delete({ param: { id } }), `${device} is signed out.`);

  return (
    <AccountSection
      id="devices"
      title="Devices"
      note="Every browser that is signed in to your account. One that is not used for a week is signed out by itself, and every one after 30 days."
    >
      <AccountList>
        {devices.map((entry) => (
          <AccountEntry
            key={entry.id}
            title={entry.isThis ? `${entry.device} (this device)` : entry.device}
            action={
              !entry.isThis && (
                <Button
                  variant="secondary"
                  disabled={isBusy}
                  aria-label={`Sign Out ${entry.device}, signed in ${entry.signedInAt}`}
                  onClick={() => end(entry)}
                >
                  Sign Out
                </Button>
              )
            }
          >
            {entry.ipAddress} · signed in {entry.signedInAt} · last seen {entry.lastSeenAt}
          </AccountEntry>
        ))}
      </AccountList>
      <div className="mt-6 flex flex-wrap gap-4">
        <Button
          variant="secondary"
          disabled={isBusy || devices.length < 2}
          onClick={() => run(() => signOut('others'), 'Every other device is signed out.')}
        >
          Sign Out Everywhere Else
        </Button>
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() =>
            run(async () => {
              await signOut('global');
              window.location.assign('/');
            }, 'You are signed out everywhere.')
          }
        >
          Sign Out Everywhere
        </Button>
      </div>
    </AccountSection>
  );
}

/**
 * Ends the session here (`local`), everywhere else (`others`) or everywhere (`global`). That
 * there was none any more (401, 403, 404) is no failure.
 */
async function signOut(scope: 'local' | 'others' | 'global'): Promise<void> {
  const response = await fetch(`/api/auth/sign-out?scope=${scope}`, { method: 'POST' });
  if (!response.ok && ![401, 403, 404].includes(response.status)) {
    throw new Error(`Signing out failed: ${response.status}`);
  }
}
