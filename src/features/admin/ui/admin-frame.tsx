import { CircleUserRound, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useAdminSession } from '#features/admin-ui/ui/index.ts';
import { MainContent, SkipLink, ThemeToggle, useSettings } from '#features/shell/ui/index.ts';
import { UploadQueuesProvider } from '#features/uploads/ui/admin/index.ts';
import { classNames } from '#ui/class-names.ts';
import { Link as DocumentLink, textLink } from '#ui/link.tsx';
import { Menu, MenuLink } from '#ui/menu.tsx';
import { NeedsScripts } from '#ui/needs-scripts.tsx';
import { TabBar } from '#ui/tab-bar.tsx';
import { BottomBar, contentPages, isWithin, Sidebar, today } from './admin-navigation.tsx';
import { AdminSearch } from './admin-search.tsx';
import { DeletionsProvider } from './deletions-provider.tsx';
import { SignOut } from './sign-out.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

interface AdminFrameProps {
  email: string;
  children: ReactNode;
}

/** The frame of every page of the admin: the top bar, the navigation, the title and the content. */
export function AdminFrame({ email, children }: AdminFrameProps) {
  const { pathname } = useLocation();
  const session = useAdminSession();
  return (
    <DeletionsProvider>
      <UploadQueuesProvider session={session}>
        <LiveUpdates />
        <SkipLink />
        <AdminBar email={email} />
        <div className="admin-frame flex-1 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
          <Sidebar />
          <MainContent className="min-w-0 pb-(--bottom-bar)">
            <Title email={email} pathname={pathname} />
            <NeedsScripts className="mx-(--gutter)" note={<ScriptsNote pathname={pathname} />}>
              {isWithin(contentPages, pathname) && (
                <div className="contents lg:hidden">
                  <TabBar label="Tabs" tabs={contentPages} />
                </div>
              )}
              <div className="admin">{children}</div>
            </NeedsScripts>
          </MainContent>
        </div>
        <BottomBar />
      </UploadQueuesProvider>
    </DeletionsProvider>
  );
}

/** The container for the content of a page of the admin. */
export const AdminContent = ({ children }: { children: ReactNode }) => (
  <div className="container-site pt-1.5 pb-10 lg:pt-2.5">
    <div data-content>{children}</div>
  </div>
);

const ScriptsNote = ({ pathname }: { pathname: string }) => (
  <>
    {toNote(pathname)}{' '}
    <span className="noscript:hidden">
      Its files didn’t load. Check your connection and your ad blocker, then{' '}
      <a href={pathname} className={textLink}>
        reload the page
      </a>
      .
    </span>
  </>
);

const toNote = (pathname: string) =>
  pathname.startsWith('/admin/settings')
    ? 'The settings need JavaScript.'
    : pathname.startsWith('/admin/account')
      ? 'This page needs JavaScript.'
      : 'The admin area needs JavaScript.';

function Title({ email, pathname }: { email: string; pathname: string }) {
  const isSettings = pathname.startsWith('/admin/settings');
  const [title, subtitle] = isSettings
    ? ['Settings', 'What your site says, sells and shows']
    : pathname.startsWith('/admin/account')
      ? ['Your Account', email]
      : ['Admin Dashboard', 'Manage your website content'];
  return (
    <div className="container-site flex flex-wrap items-baseline gap-x-3 pt-0.5 lg:pt-2">
      <h1 className="text-lg leading-7">{title}</h1>
      <p
        className={classNames(
          'min-w-0 text-sm leading-7 text-muted',
          // The settings tabs need the space.
          isSettings && 'lg:max-2xl:hidden',
        )}
      >
        {subtitle}
      </p>
    </div>
  );
}

/** Rendered before the content, so that it listens for changes before any data is read. */
function LiveUpdates() {
  useLiveUpdates();
  return null;
}

/** The top bar of the admin. */
export function AdminBar({ email }: { email: string }) {
  const { name } = useSettings();
  return (
    <header className="admin-bar sticky top-0 z-40 short:static flex h-(--header-height) short:h-12 items-center gap-x-1 border-b border-hairline bg-ground pr-2 pl-(--gutter) lg:pr-4 lg:pl-6">
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
