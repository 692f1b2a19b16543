import { data } from 'react-router';
import { pageMeta } from '#features/shell/ui/index.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/form-refused';

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'This form was not sent', isIndexed: false });

/** A page of this site, and of no other. */
const formPath = /^\/[\w-]+(\/[\w-]+)*$/;

/** Shown for a form that another site sent (same-origin.ts). `at` is the path that it was sent to. */
export function loader({ url }: Route.LoaderArgs) {
  const at = url.searchParams.get('at') ?? '';
  return data({ form: formPath.test(at) ? at : '/contact' }, { status: 403 });
}

export default function FormRefused({ loaderData: { form } }: Route.ComponentProps) {
  return (
    <section className="container-site grid min-h-[80svh] middle justify-items-center gap-6 pt-(--header-height) text-center">
      <h1 className="text-title">This form was not sent</h1>
      <p className="max-w-md text-muted">
        It came from another address than this site, for example from a translated or saved copy.
        Nothing was stored. Go back to copy what you wrote, and send it from our own page.
      </p>
      <ButtonLink to={form} className="mt-2">
        Open the form
      </ButtonLink>
    </section>
  );
}
