import { data } from 'react-router';
import type { Course as CourseData, Offer, Service } from 'schema-dts';
import { CoursesSection } from '#app/features/services/courses-section.tsx';
import { PlansSection } from '#app/features/services/plans-section.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import {
  organization,
  organizationId,
  type StructuredData,
} from '#app/features/shell/structured-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { plans, sale } from '#content/offers.ts';
import { pageHeadings } from '#content/page-headings.ts';
import type { Course } from '#domain/course.ts';
import { isSaleOn } from '#domain/sale.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/services';

export async function loader({ context }: Route.LoaderArgs) {
  const courses = await context.get(pageServicesContext).content.listCourses();
  return data({ courses, isSaleOn: isSaleOn(sale, Date.now()) }, { status: courses ? 200 : 503 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Services',
    description: 'The strategy course, the blueprint and one-on-one mentorship, with their prices.',
    structuredData: (siteUrl) => [
      organization(siteUrl),
      ...describeOffers(siteUrl, args.loaderData?.courses ?? []),
    ],
  });

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader {...pageHeadings.services} />
      <PlansSection isSaleOn={loaderData.isSaleOn} />
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

/** A price in rand that reads as one amount, such as `R1500` or `R 1 500`; anything else is left out. */
function offer(price: string): { offers?: Offer } {
  const amount = /^R\s?(\d[\d ]*(?:\.\d{2})?)$/.exec(price.trim())?.[1]?.replaceAll(' ', '');
  return amount === undefined
    ? {}
    : { offers: { '@type': 'Offer', category: 'Paid', price: amount, priceCurrency: 'ZAR' } };
}

function describeOffers(siteUrl: string, courses: Course[]): StructuredData[] {
  const provider = { '@id': organizationId(siteUrl) };
  const [course, blueprint, mentorship] = plans;
  const currentPrice = sale.kind === 'none' ? course.originalPrice : course.salePrice;
  const learning = [
    { ...course, price: currentPrice },
    { ...blueprint, price: blueprint.originalPrice },
    ...courses,
  ];
  return [
    ...learning.map(
      ({ title, description, price }) =>
        ({
          '@type': 'Course',
          name: title,
          description: description ?? title,
          provider,
          ...offer(price),
        }) satisfies CourseData,
    ),
    {
      '@type': 'Service',
      name: mentorship.title,
      description: mentorship.description,
      provider,
      ...offer(mentorship.originalPrice),
    } satisfies Service,
  ];
}
