import { data } from 'react-router';
import { CoursesSection } from '#app/features/services/courses-section.tsx';
import { PlansSection } from '#app/features/services/plans-section.tsx';
import { describeOffers } from '#app/features/services/structured-data.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { breadcrumbs, organization } from '#app/features/shell/structured-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageHeadings } from '#content/page-headings.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/services';

export async function loader({ context }: Route.LoaderArgs) {
  const courses = await context.get(pageServicesContext).content.listCourses();
  return data({ courses, renderedAt: Date.now() }, { status: courses ? 200 : 503 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Services',
    description: 'The strategy course, the blueprint and one-on-one mentorship, with their prices.',
    structuredData: (siteUrl) => [
      organization(siteUrl),
      ...describeOffers(siteUrl, args.loaderData?.courses ?? []),
      breadcrumbs(siteUrl, [{ name: 'Services', path: '/services' }]),
    ],
  });

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader {...pageHeadings.services} />
      <PlansSection renderedAt={loaderData.renderedAt} />
      <CoursesSection courses={loaderData.courses} />
      <section className="border-t border-hairline bg-surface">
        <div className="container-site flex flex-col items-start gap-7 py-(--section) lg:flex-row lg:items-end lg:justify-between">
          <div className="max-w-2xl">
            <h2 className="text-title">Not Sure Which Option Is Right For You?</h2>
            <p className="mt-5 text-lead text-muted">
              Book a free 15-minute consultation call, and we will find out together.
            </p>
          </div>
          <ButtonLink to="/mentorship">Schedule Free Call</ButtonLink>
        </div>
      </section>
    </>
  );
}
