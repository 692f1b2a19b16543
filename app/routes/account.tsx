import { data, redirect } from 'react-router';
import { AccountHeader } from '#app/features/account/account-layout.tsx';
import { DeviceSection } from '#app/features/account/device-section.tsx';
import { FactorSection } from '#app/features/account/factor-section.tsx';
import { IdentitySection } from '#app/features/account/identity-section.tsx';
import { LogSection } from '#app/features/account/log-section.tsx';
import { PasswordSection } from '#app/features/account/password-section.tsx';
import { accountHeaders, noStore } from '#app/features/auth/answer-form.ts';
import { SessionGuard } from '#app/features/auth/session-guard.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { signInPath } from '#domain/next-path.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/account';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Your Account', isIndexed: false });

export const headers = accountHeaders;

/** Asks for the session on every request; nothing is read before that. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const area = await orUnavailable(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
  );
  if (typeof area === 'string') {
    throw redirect(signInPath(area, url.pathname + url.search), { headers: noStore });
  }
  const answerHeaders = new Headers(noStore);
  for (const cookie of area.cookies) answerHeaders.append('Set-Cookie', cookie);
  return data({ account: await area.readAccount() }, { headers: answerHeaders });
}

export default function Account({ loaderData: { account } }: Route.ComponentProps) {
  const { email, provider } = account;
  return (
    <SessionGuard email={email}>
      <AccountHeader
        email={email}
        sections={[
          { id: 'password', title: 'Password' },
          { id: 'two-factor', title: 'Two-factor' },
          { id: 'devices', title: 'Devices' },
          ...(provider ? [{ id: 'identities', title: 'Linked identities' }] : []),
          { id: 'log', title: 'Activity' },
        ]}
      />
      <NeedsScripts
        className="mx-(--gutter) mb-(--section)"
        note="What can be done here needs JavaScript."
      >
        <PasswordSection email={email} hasPassword={account.hasPassword} />
        <FactorSection
          email={email}
          factors={account.factors}
          recoveryCodesLeft={account.recoveryCodesLeft}
        />
        <DeviceSection devices={account.sessions} />
        {provider && <IdentitySection email={email} provider={provider} />}
        <LogSection events={account.events} />
      </NeedsScripts>
    </SessionGuard>
  );
}
