import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import {
  accountHeaders,
  noStore,
  redirectWithCookies,
  refuseForm,
} from '#app/features/auth/answer-form.ts';
import { CredentialsForm } from '#app/features/auth/credentials-form.tsx';
import { Door } from '#app/features/auth/door.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { signInForm } from '#domain/account.ts';
import { safeNextPath } from '#domain/next-path.ts';
import { pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Login', isIndexed: false });

export const headers = accountHeaders;

const nextPath = (url: URL) => safeNextPath(url.searchParams.get('next'));

/** Whoever is signed in already goes on. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const area = await context.get(pageServicesContext).enterAdmin(context.get(visitorContext));
  if (area) throw redirectWithCookies(nextPath(url), area.cookies);
  return data(null, { headers: noStore });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const submission = parseWithZod(await request.formData(), { schema: signInForm });
  if (submission.status !== 'success') return refuseForm(submission, { status: 422 });
  const result = await context
    .get(pageServicesContext)
    .signIn(submission.value, context.get(visitorContext));
  if (!result.isSignedIn) return refuseForm(submission, result);
  throw redirectWithCookies(nextPath(url), result.cookies);
}

export default function Login({ actionData }: Route.ComponentProps) {
  return (
    <Door title="Admin Login" introduction="This door is for the operator of the site.">
      <CredentialsForm
        id="sign-in"
        schema={signInForm}
        passwordKind="current-password"
        action="Sign In"
        busyAction="Signing in..."
        lastResult={actionData}
      />
    </Door>
  );
}
