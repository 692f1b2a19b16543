import { Outlet } from 'react-router';
import { MainContent, SiteFooter, SiteHeader, SkipLink } from '#features/shell/ui/index.ts';
import type { Route } from './+types/site-layout';

export function loader() {
  return { year: new Date().getUTCFullYear() };
}

/** The frame of every page outside the admin: header, content and footer. */
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
