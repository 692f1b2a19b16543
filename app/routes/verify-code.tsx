import { useSearchParams } from 'react-router';
import { accountHeaders, answerForm, openDoor } from '#app/features/auth/answer-form.ts';
import { Door, DoorLinks, DoorNotice } from '#app/features/auth/door.tsx';
import { DoorForm } from '#app/features/auth/door-form.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { codeForm, mailAsked } from '#domain/account.ts';
import { adminPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/verify-code';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Enter your code', isIndexed: false });

export const headers = accountHeaders;

export const loader = ({ context }: Route.LoaderArgs) =>
  openDoor(context.get(pageServicesContext).enterAdmin(context.get(visitorContext)));

export async function action({ context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: codeForm,
    run: (given) => accounts.signInByCode(given, context.get(visitorContext)),
    next: () => adminPath,
  });
}

export default function VerifyCode({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <Door title="Enter your code" introduction="Eight digits, from the newest mail.">
      {search.has('sent') && <DoorNotice>{mailAsked.code}</DoorNotice>}
      <DoorForm
        id="verify-code"
        schema={codeForm}
        fields={['email', 'digits']}
        defaultValue={{ email: search.get('email') ?? '' }}
        action="Verify Code"
        busyAction="Verifying..."
        hasCaptcha
        lastResult={actionData}
      />
      <DoorLinks
        links={[
          { label: 'Send another code', to: '/login/code' },
          { label: 'Back to sign in', to: '/login' },
        ]}
      />
    </Door>
  );
}
