import { Outlet } from 'react-router';
import { MainContent, SkipLink } from '#features/shell/ui/main-content.tsx';
import { SiteFooter } from '#features/shell/ui/site-footer.tsx';
import { SiteHeader } from '#features/shell/ui/site-header.tsx';
import type { Route } from './+types/site-layout';

export function loader() {
  return { year: new Date().getUTCFullYear() };
}

/** Header, content and footer: the frame of every page but those of the admin. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <MainContent className="flex-1">
        <Outlet />
      </MainContent>
      <SiteFooter year={loaderData.year} />
    </>
  );
}
