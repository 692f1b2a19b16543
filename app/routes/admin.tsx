import { data, Outlet, redirect, type ShouldRevalidateFunction } from 'react-router';
import { AdminLayout } from '#app/features/admin/admin-layout.tsx';
import { accountHeaders, noStore, redirectWithCookies } from '#app/features/auth/answer-form.ts';
import { SessionGuard } from '#app/features/auth/session-guard.tsx';
import { signInPath } from '#domain/next-path.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/admin';

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
  return data({ email: area.email }, { headers: answerHeaders });
}

/** From tab to tab nothing is asked again here: every call of the API asks for the session itself. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  defaultShouldRevalidate,
}) => formMethod !== undefined && defaultShouldRevalidate;

/** Signs out. Whoever was not signed in any more goes the same way. */
export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  const cookies = await orUnavailable(accounts.signOut(context.get(visitorContext)));
  throw redirectWithCookies('/', cookies);
}

export default function Admin({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <SessionGuard email={email}>
      <AdminLayout email={email}>
        <Outlet />
      </AdminLayout>
    </SessionGuard>
  );
}
