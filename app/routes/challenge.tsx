import { data, Form } from 'react-router';
import { ActionForm } from '#app/features/auth/account-form.tsx';
import {
  accountHeaders,
  answerForm,
  noStore,
  redirectWithCookies,
} from '#app/features/auth/answer-form.ts';
import { SignInLayout } from '#app/features/auth/sign-in-layout.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { textLink } from '#app/ui/link.tsx';
import { challengeForm } from '#domain/account.ts';
import { adminPath, loginPath, safeNextPath } from '#domain/next-path.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  visitorContext,
} from '#server/http/page-context.ts';
import type { Route } from './+types/challenge';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Second step', isIndexed: false });

export const headers = accountHeaders;

const nextPath = (url: URL) => safeNextPath(url.searchParams.get('next'));

/** Only for whoever has taken the first step and not the second. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const area = await orUnavailable(
    context.get(pageServicesContext).accounts.enterAdmin(context.get(visitorContext)),
  );
  if (area === 'signed-out') throw redirectWithCookies(loginPath(nextPath(url)), []);
  if (area !== 'second-factor') throw redirectWithCookies(nextPath(url), area.cookies);
  return data(null, { headers: noStore });
}

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: challengeForm,
    run: ({ code }) => accounts.passChallenge(code, context.get(visitorContext)),
    next: () => nextPath(url),
  });
}

export default function Challenge({ actionData }: Route.ComponentProps) {
  return (
    <SignInLayout
      title="Second step"
      introduction="Enter the six digits that your authenticator shows now, or one of your recovery codes."
    >
      <ActionForm
        id="challenge"
        schema={challengeForm}
        fields={['code']}
        action="Verify"
        busyAction="Verifying..."
        lastResult={actionData}
      />
      <Form method="post" action={adminPath} className="mt-8 border-t border-hairline pt-5">
        <button type="submit" className={`py-1.5 text-[0.9375rem] ${textLink}`}>
          Cancel and sign out
        </button>
      </Form>
    </SignInLayout>
  );
}
