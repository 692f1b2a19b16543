import { redirectDocument } from 'react-router';
import { loginPath } from '#rules/next-path.ts';
import { pageServicesContext, toRefusal, visitorContext } from '#server/page-context.ts';
import type { Route } from './+types/sign-in-by-provider';
import { nextPath, setCookies } from './actions/account-pages.ts';

/** This path has no page of its own. */
export const loader = ({ url }: Route.LoaderArgs) => redirectDocument(loginPath(nextPath(url)));

/** Redirects the browser to the sign-in provider, which sends it back afterwards. */
export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  const visit = await accounts
    .beginProviderSignIn(nextPath(url), context.get(visitorContext))
    .catch((error: unknown) => {
      toRefusal(error);
      throw redirectDocument('/login?provider-failed', { status: 303 });
    });
  setCookies({ context }, visit.cookies);
  throw redirectDocument(visit.url, { status: 303 });
}
