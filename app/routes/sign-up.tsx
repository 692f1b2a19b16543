import { accountHeaders, answerForm, openDoor } from '#app/features/auth/answer-form.ts';
import { MailRequest } from '#app/features/auth/mail-request.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { mailAsked, setUpForm } from '#domain/account.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/sign-up';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Sign up', isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  openDoor(context.get(pageServicesContext).enterAdmin(context.get(visitorContext)));

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: setUpForm,
    run: (given) => accounts.requestSignUp(given, context.get(visitorContext)),
    next: () => '/login/sign-up?sent',
  });
}

export default function SignUp({ actionData }: Route.ComponentProps) {
  return (
    <MailRequest
      title="Sign up"
      introduction="For addresses that the operator of this site has named. Everybody else is welcome without an account."
      sent={mailAsked['sign-up']}
      id="sign-up"
      schema={setUpForm}
      fields={['email', 'newPassword']}
      action="Sign Up"
      busyAction="Signing up..."
      hasCaptcha
      lastResult={actionData}
    />
  );
}
