import { data, redirect, useSearchParams } from 'react-router';
import { QuestionsSection, StepsSection } from '#features/home/ui/index.ts';
import { sentInquiry } from '#features/leads/rules/index.ts';
import {
  CoursesSection,
  describeOffers,
  inquiryThanks,
  PlainInquiry,
  PlansSection,
} from '#features/offers/ui/index.ts';
import {
  ClosingCall,
  organization,
  organizationId,
  pagedMeta,
  readListPage,
} from '#features/shell/ui/index.ts';
import { toFormNotice } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { toPriceNote } from '#rules/price-note.ts';
import { isSaleOn, saleLength } from '#rules/sale.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/services';
import { findCodes } from './actions/find-codes.ts';
import { takeLeadForm } from './actions/take-lead.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { content, library, readSettings } = context.get(pageServicesContext);
  const [courses, previews, { offers, pictures, texts, legal, abroad, ...settings }] =
    await Promise.all([content.listCourses(), library.listPreviews(), readSettings()]);
  const { plans, sale } = offers;
  const heading = texts.headings.services;
  const { list, status } = readListPage(courses, url, 12);
  const { inside, payment } = texts.services;
  return data(
    {
      courses: list,
      previews,
      askedCourse: courses?.find(
        ({ id, amountCents }) => amountCents !== null && id === url.searchParams.get('course'),
      ),
      plans,
      pictures: pictures.productPictures,
      sale,
      abroad,
      isSaleOn: isSaleOn(sale, Date.now()),
      heading,
      inside,
      payment,
      notice: toFormNotice(legal, 'lead', settings.paymentMethods.length > 0),
      takesPayments: settings.paymentMethods.length > 0,
      takesCodes: settings.paymentMethods.length > 0 && (await findCodes(context)),
      priceNote: toPriceNote({ ...settings, abroad }),
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
    structuredData: (siteUrl, settings) => [
      organization(siteUrl, settings),
      ...(args.loaderData
        ? describeOffers(organizationId(siteUrl), {
            ...args.loaderData,
            courses: args.loaderData.courses?.items ?? [],
          })
        : []),
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
          course={loaderData.askedCourse}
          hidden={loaderData.plainForm}
          notice={loaderData.notice}
          takesCodes={loaderData.takesCodes}
          refusal={actionData}
        />
      )}
      <PlansSection {...loaderData} />
      <CoursesSection {...loaderData} />
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
