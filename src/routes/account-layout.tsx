import { isRouteErrorResponse, Outlet, useLocation } from 'react-router';
import { SignInLayout } from '#features/accounts/ui/index.ts';
import styles from '#ui/styles/admin.css?url';
import type { Route } from './+types/account-layout';
import { accountMiddleware } from './actions/account-pages.ts';

/** Public pages have their styles inlined instead. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const middleware: Route.MiddlewareFunction[] = [accountMiddleware];

/** Sends Retry-After while the database is down. */
export const headers: Route.HeadersFunction = ({ errorHeaders }) => errorHeaders ?? new Headers();

/** The frame of the sign-in pages and the admin. Shows a notice while the database is down. */
export default function AccountLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  if (!isRouteErrorResponse(error) || error.status !== 503) throw error;
  return (
    <SignInLayout title="Back in a moment" introduction={String(error.data)}>
      <title>Back in a moment</title>
      <p>
        <a
          href={pathname + search}
          className="font-semibold text-gold underline underline-offset-4"
        >
          Try again
        </a>
      </p>
    </SignInLayout>
  );
}
