import { redirectDocument } from 'react-router';
import { loginPath, providerForm, safeNextPath } from '#features/accounts/rules/index.ts';
import { readForm } from '#features/forms/ui/index.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import type { Route } from './+types/sign-in-by-provider';
import { nextPath, setCookies } from './actions/account-pages.ts';

/** This path has no page of its own. */
export const loader = ({ url }: Route.LoaderArgs) => redirectDocument(loginPath(nextPath(url)));

/** Redirects the browser to the sign-in provider, which sends it back afterwards. */
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
