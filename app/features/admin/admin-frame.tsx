import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { MainContent, SkipLink } from '../shell/main-content.tsx';
import { UploadQueuesProvider } from '../uploads/upload-queues.tsx';
import { AdminBar } from './admin-bar.tsx';
import { BottomBar, Sidebar } from './admin-navigation.tsx';
import { contentPlaces, isWithin } from './admin-places.ts';
import { DeletionsProvider } from './deletions.tsx';
import { useLiveUpdates } from './use-live-updates.ts';

interface AdminFrameProps {
  email: string;
  children: ReactNode;
}

/** The frame of every page of the admin: a bar, the navigation, a line of title and the content. */
export function AdminFrame({ email, children }: AdminFrameProps) {
  const { pathname } = useLocation();
  return (
    <DeletionsProvider>
      <UploadQueuesProvider>
        <LiveUpdates />
        <SkipLink />
        <AdminBar email={email} />
        <div className="admin-frame flex-1 lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
          <Sidebar />
          <MainContent className="min-w-0 pb-(--bottom-bar)">
            <Title email={email} pathname={pathname} />
            <NeedsScripts className="mx-(--gutter)" note={toNote(pathname)}>
              {isWithin(contentPlaces, pathname) && (
                <div className="contents lg:hidden">
                  <TabBar label="Tabs" tabs={contentPlaces} />
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

/** Where a page of the admin puts what it shows. */
export const AdminContent = ({ children }: { children: ReactNode }) => (
  <div className="container-site pt-1.5 pb-10 lg:pt-2.5">
    <div data-content>{children}</div>
  </div>
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
          // The row of the sections needs the room.
          isSettings && 'lg:max-xl:hidden',
        )}
      >
        {subtitle}
      </p>
    </div>
  );
}

/** Comes before the content, so that changes are listened for before anything is read. */
function LiveUpdates() {
  useLiveUpdates();
  return null;
}
