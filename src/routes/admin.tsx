import { Outlet, redirectDocument, type ShouldRevalidateFunction } from 'react-router';
import { SessionGuard } from '#features/accounts/ui/index.ts';
import { AdminFrame } from '#features/admin/ui/index.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/page-context.ts';
import type { Route } from './+types/admin';
import { requireAdmin, setCookies } from './actions/account-pages.ts';

/** Asks for the session on every request; nothing is read before that. */
export async function loader(args: Route.LoaderArgs) {
  const { email } = await requireAdmin(args);
  return { email };
}

/** From tab to tab nothing is asked again here: every call of the API asks for the session itself. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== undefined && defaultShouldRevalidate;

/** Signs out. Whoever was not signed in any more goes the same way. */
export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  setCookies({ context }, await orUnavailable(accounts.signOut(context.get(visitorContext))));
  throw redirectDocument('/', 303);
}

export default function Admin({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <SessionGuard email={email}>
      <AdminFrame email={email}>
        <Outlet />
      </AdminFrame>
    </SessionGuard>
  );
}
