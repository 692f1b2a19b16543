import { Outlet, redirectDocument, type ShouldRevalidateFunction } from 'react-router';
import { SessionGuard } from '#features/accounts/ui/admin/index.ts';
import { AdminFrame } from '#features/admin/ui/index.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/page-context.ts';
import type { Route } from './+types/admin';
import { findPasskeys, requireAdmin, setCookies } from './actions/account-pages.ts';

/** Checks the session on every request before anything is read. */
export async function loader(args: Route.LoaderArgs) {
  const { email } = await requireAdmin(args);
  return { email, hasPasskeys: await findPasskeys(args) };
}

/** Does not check the session again when switching tabs: every API call checks it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== undefined && defaultShouldRevalidate;

/** Signs out. Does the same for users whose session has already ended. */
export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  setCookies({ context }, await orUnavailable(accounts.signOut(context.get(visitorContext))));
  throw redirectDocument('/', 303);
}

export default function Admin({ loaderData: { email, hasPasskeys } }: Route.ComponentProps) {
  return (
    <SessionGuard email={email} hasPasskeys={hasPasskeys}>
      <AdminFrame email={email}>
        <Outlet />
      </AdminFrame>
    </SessionGuard>
  );
}
