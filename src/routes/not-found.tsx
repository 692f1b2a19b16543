import { data } from 'react-router';
import notFound from '#document/not-found.ts?script';
import { pageMeta } from '#features/shell/ui/index.ts';
import { ButtonLink } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import type { Route } from './+types/not-found';

export function loader() {
  return data(null, { status: 404 });
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Page not found', isIndexed: false });

/** The 404 page. It also logs the unknown route to the browser console. */
export default function NotFound() {
  return (
    <section className="container-site grid min-h-[80svh] middle justify-items-center gap-6 pt-(--header-height) text-center">
      <p aria-hidden className="font-display text-[clamp(7rem,24vw,15rem)] leading-none text-gold">
        404
      </p>
      <h1 className="text-title">Oops! Page not found</h1>
      <p className="max-w-md text-muted">The page may have moved or never existed.</p>
      <ButtonLink to="/" className="mt-2">
        Return to Home
      </ButtonLink>
      <DocumentScript src={notFound} />
    </section>
  );
}
