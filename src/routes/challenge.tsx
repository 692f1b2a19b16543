import { Form } from 'react-router';
import { challengeForm, describeSecondStep } from '#features/accounts/rules/index.ts';
import { ActionForm, codeField, SecondStep, SignInLayout } from '#features/accounts/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { adminPath } from '#rules/next-path.ts';
import { textLink } from '#ui/link.tsx';
import { answerForm, nextPath, requireFirstStep } from './actions/account-pages.ts';

export { clientAction } from '#features/accounts/ui/index.ts';

import type { Route } from './+types/challenge';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Two-step sign-in', isIndexed: false });

export const loader = requireFirstStep;

export const action = ({ url, context }: Route.ActionArgs) =>
  answerForm({
    context,
    schema: challengeForm,
    run: ({ code }, accounts, visitor) => accounts.passChallenge(code, visitor),
    next: nextPath(url),
  });

export default function Challenge({ loaderData, actionData }: Route.ComponentProps) {
  const { next, factors } = loaderData;
  return (
    <SignInLayout title="Two-step sign-in" introduction={describeSecondStep(factors)}>
      <SecondStep factors={factors} onPasskey={() => window.location.assign(next)}>
        <ActionForm
          id="challenge"
          schema={challengeForm}
          fields={[codeField(factors)]}
          action="Verify"
          busyAction="Verifying..."
          lastResult={actionData}
        />
      </SecondStep>
      <Form method="post" action={adminPath} className="mt-8 border-t border-hairline pt-5">
        <button type="submit" className={`py-1.5 text-[0.9375rem] ${textLink}`}>
          Cancel and sign out
        </button>
      </Form>
    </SignInLayout>
  );
}
