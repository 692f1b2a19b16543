import { Form, useSearchParams } from 'react-router';
import { accountHeaders, answerForm, openDoor } from '#app/features/auth/answer-form.ts';
import { Door, DoorAlert, DoorLinks } from '#app/features/auth/door.tsx';
import { DoorForm } from '#app/features/auth/door-form.tsx';
import { useDoors } from '#app/features/auth/use-doors.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { Button } from '#app/ui/button.tsx';
import { signInForm } from '#domain/account.ts';
import { safeNextPath } from '#domain/next-path.ts';
import { formContext, pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Login', isIndexed: false });

export const headers = accountHeaders;

const nextPath = (url: URL) => safeNextPath(url.searchParams.get('next'));

export const loader = ({ url, context }: Route.LoaderArgs) =>
  openDoor(context.get(pageServicesContext).enterAdmin(context.get(visitorContext)), nextPath(url));

export async function action({ url, context }: Route.ActionArgs) {
  const { accounts } = context.get(pageServicesContext);
  return answerForm({
    form: context.get(formContext),
    schema: signInForm,
    run: (given) => accounts.signIn(given, context.get(visitorContext)),
    next: () => nextPath(url),
  });
}

export default function Login({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const { providerName } = useDoors();
  const [search] = useSearchParams();
  return (
    <Door title="Admin Login" introduction="The admin area is for the operator of the site.">
      {search.has('provider-failed') && (
        <DoorAlert>That account opens nothing here. Please sign in another way.</DoorAlert>
      )}
      <DoorForm
        id="sign-in"
        schema={signInForm}
        fields={['email', 'password']}
        action="Sign In"
        busyAction="Signing in..."
        hasCaptcha
        lastResult={actionData}
      />
      {providerName && (
        <Form method="post" action="/login/provider" reloadDocument className="mt-4">
          <input type="hidden" name="next" value={next} />
          <Button type="submit" variant="secondary" className="w-full">
            Continue with {providerName}
          </Button>
        </Form>
      )}
      <DoorLinks
        links={[
          { label: 'Forgot your password?', to: '/login/forgot-password' },
          { label: 'Send a magic link', to: '/login/magic-link' },
          { label: 'Send a one-time code', to: '/login/code' },
          { label: 'Sign up', to: '/login/sign-up' },
        ]}
      />
    </Door>
  );
}
