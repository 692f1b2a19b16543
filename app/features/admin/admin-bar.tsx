import { CircleUserRound, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { Link as DocumentLink } from '#app/ui/link.tsx';
import { Menu, MenuLink } from '#app/ui/menu.tsx';
import { useFacts } from '../shell/facts.ts';
import { ThemeToggle } from '../shell/site-header.tsx';
import { today } from './admin-places.ts';
import { AdminSearch } from './admin-search.tsx';
import { SignOut } from './sign-out.tsx';

/** The one bar at the top of the admin. */
export function AdminBar({ email }: { email: string }) {
  const { name } = useFacts();
  return (
    <header className="admin-bar sticky top-0 z-40 flex h-(--header-height) items-center gap-x-1 border-b border-hairline bg-ground pr-2 pl-(--gutter) lg:pr-4 lg:pl-6">
      <Link
        to={today.to}
        className="mr-auto min-w-0 truncate py-2 font-display text-lg hover:text-gold"
      >
        {name}
      </Link>
      <AdminSearch />
      <DocumentLink
        to="/"
        className="flex min-h-11 shrink-0 items-center gap-2 rounded-sm px-3 text-sm font-semibold text-gold underline-offset-4 hover:underline max-sm:hidden"
      >
        <ExternalLink className="size-4" />
        View site
      </DocumentLink>
      <ThemeToggle />
      <Menu
        label={
          <>
            <CircleUserRound className="size-5" />
            <span className="sr-only">Account menu</span>
          </>
        }
        className="flex min-h-11 shrink-0 items-center gap-1 rounded-sm px-2 hover:text-gold"
      >
        <li className="max-w-72 border-b border-hairline px-4 pb-2 text-sm text-muted">
          Signed in as {email}
        </li>
        <MenuLink icon={CircleUserRound} to="/admin/account">
          Your account
        </MenuLink>
        <MenuLink icon={ExternalLink} to="/" reloadDocument>
          View site
        </MenuLink>
        <li>
          <SignOut />
        </li>
      </Menu>
    </header>
  );
}
