import { data, redirect, useSearchParams } from 'react-router';
import type { Course as CourseData, Offer, Service } from 'schema-dts';
import type { Course } from '#features/content/rules/index.ts';
import { QuestionsSection, StepsSection } from '#features/home/ui/index.ts';
import { sentInquiry } from '#features/leads/rules/index.ts';
import {
  CoursesSection,
  inquiryThanks,
  PlainInquiry,
  PlansSection,
} from '#features/offers/ui/index.ts';
import type { Plan } from '#features/settings/rules/index.ts';
import {
  ClosingCall,
  organization,
  organizationId,
  pagedMeta,
  readListPage,
  type StructuredData,
} from '#features/shell/ui/index.ts';
import { toFormNotice } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import type { Paged } from '#rules/paging.ts';
import { isSaleOn, saleLength } from '#rules/sale.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/services';
import { takeLeadForm } from './actions/take-lead.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { content, readFacts } = context.get(pageServicesContext);
  const [courses, { offers, texts, legal }] = await Promise.all([
    content.listCourses(),
    readFacts(),
  ]);
  const { plans, sale } = offers;
  const heading = texts.headings.services;
  const { list, status } = readListPage(courses, url, 12);
  const { inside, payment } = texts.services;
  return data(
    {
      courses: list,
      plans,
      sale,
      isSaleOn: isSaleOn(sale, Date.now()),
      heading,
      inside,
      payment,
      notice: toFormNotice(legal, 'lead'),
      // Such a page is not cached, so the id is known to this visitor only.
      plainForm: url.searchParams.has('inquiry')
        ? {
            id: crypto.randomUUID(),
            ...(sale.kind === 'per-visitor' && {
              sale_end_time: Date.now() + saleLength(sale.hours),
            }),
          }
        : undefined,
    },
    { status },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pagedMeta(args, '/services', args.loaderData?.courses, {
    title: 'Courses and mentorship',
    description: args.loaderData?.heading.introduction,
    structuredData: (siteUrl, facts) => [
      organization(siteUrl, facts),
      ...describeOffers(siteUrl, args.loaderData),
    ],
  });

/** Handles a purchase inquiry from a browser without JavaScript. */
export async function action({ context }: Route.ActionArgs) {
  const { refusal, payLink } = await takeLeadForm(context, {
    schema: sentInquiry,
    toLead: (values) => ({ ...values, phone: values.phone || null, message: null }),
    failed: 'Failed to submit your request. Please try again.',
  });
  if (refusal) return refusal;
  throw redirect(payLink ? `${payLink.path}?sent` : '/services?sent', 303);
}

export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const asked =
    actionData?.initialValue?.source === leadSources.blueprint
      ? 'blueprint'
      : actionData
        ? 'course'
        : search.get('inquiry');
  return (
    <>
      <PageHeader {...loaderData.heading} />
      {search.has('sent') && (
        <div className="container-site pb-10">
          <p
            role="status"
            className="rounded-sm border border-success px-4 py-3 font-medium text-success"
          >
            {inquiryThanks}
          </p>
        </div>
      )}
      {(asked === 'course' || asked === 'blueprint') && (
        <PlainInquiry
          inquiry={asked}
          hidden={loaderData.plainForm}
          notice={loaderData.notice}
          refusal={actionData}
        />
      )}
      <PlansSection {...loaderData} />
      <CoursesSection courses={loaderData.courses} />
      <StepsSection words={loaderData.inside} isNumbered={false} />
      <QuestionsSection words={loaderData.payment} />
      <ClosingCall
        title="Not Sure Which Option Is Right For You?"
        text="Book a free 15-minute consultation call, and we’ll find out together."
        action="Schedule Free Call"
      />
    </>
  );
}

/**
 * Returns structured data for a price in rand, such as `R1500` or `R 1 500`; nothing for other
 * texts.
 */
function offer(price: string): { offers?: Offer } {
  const amount = /^R\s?(\d[\d ]*(?:\.\d{2})?)$/.exec(price.trim())?.[1]?.replaceAll(' ', '');
  return amount === undefined
    ? {}
    : { offers: { '@type': 'Offer', category: 'Paid', price: amount, priceCurrency: 'ZAR' } };
}

interface Offered {
  plans: Plan[];
  isSaleOn: boolean;
  courses: Paged<Course> | null | undefined;
}

function describeOffers(siteUrl: string, offered?: Offered): StructuredData[] {
  if (!offered) return [];
  const { plans, isSaleOn, courses } = offered;
  const provider = { '@id': organizationId(siteUrl) };
  const priced = plans.map((plan) => ({
    ...plan,
    price: (isSaleOn && plan.salePrice) || plan.originalPrice,
  }));
  const learning = [
    ...priced.filter(({ leadsTo }) => leadsTo !== 'booking'),
    ...(courses?.items ?? []),
  ];
  const sessions = priced.filter(({ leadsTo }) => leadsTo === 'booking');
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
    ...sessions.map(
      ({ title, description, price }) =>
        ({
          '@type': 'Service',
          name: title,
          description,
          provider,
          ...offer(price),
        }) satisfies Service,
    ),
  ];
}
