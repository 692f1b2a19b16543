import { redirectDocument } from 'react-router';
import { nextPath, setCookies } from '#app/features/auth/account-pages.ts';
import { readForm } from '#app/features/forms/read-form.ts';
import { providerForm } from '#domain/account.ts';
import { loginPath, safeNextPath } from '#domain/next-path.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/sign-in-by-provider';

/** There is nothing to see here. */
export const loader = ({ url }: Route.LoaderArgs) => redirectDocument(loginPath(nextPath(url)));

/** Sends the browser to the provider, and from there back to where it was going. */
export async function action({ context }: Route.ActionArgs) {
  const { submission } = readForm(context.get(formContext), providerForm);
  const next = safeNextPath(submission.status === 'success' ? submission.value.next : null);
  const { accounts } = context.get(pageServicesContext);
  const visit = await accounts
    .beginProviderSignIn(next, context.get(visitorContext))
    .catch((error: unknown) => {
      toRefusal(error);
      throw redirectDocument('/login?provider-failed', { status: 303 });
    });
  setCookies({ context }, visit.cookies);
  throw redirectDocument(visit.url, { status: 303 });
}
