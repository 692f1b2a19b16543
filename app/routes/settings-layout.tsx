import { Outlet } from 'react-router';
import { requireAdmin } from '#app/features/auth/account-pages.ts';
import { SettingsLayout } from '#app/features/settings/settings-layout.tsx';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/settings-layout';

/** Asks for the session on every request; nothing is read before that. */
export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  return { mailTo: args.context.get(pageServicesContext).mailTo };
}

/** What all pages of the settings stand in. */
export default function SettingsFrame() {
  return (
    <SettingsLayout>
      <Outlet />
    </SettingsLayout>
  );
}
