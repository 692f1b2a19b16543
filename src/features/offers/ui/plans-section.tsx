import type { CoursePreview } from '#features/library/rules/index.ts';
import type { Plan, ProductPicture, SettingsPicture } from '#features/settings/rules/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { describeAbroad, type ExchangeRates } from '#rules/abroad-price.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { describeParts } from '#rules/part-plan.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { formatCountdown, type SaleSetting } from '#rules/sale.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import { FeatureList } from '#ui/feature-list.tsx';
import sale from './document/sale.ts?script';
import { InquiryButton } from './inquiry-button.tsx';
import { PreviewLink } from './preview-link.tsx';

interface PlansSectionProps {
  plans: Plan[];
  pictures: ProductPicture[];
  sale: SaleSetting;
  /** Whether the sale is on when the page is rendered. */
  isSaleOn: boolean;
  abroad: ExchangeRates;
  /** The privacy notice of the forms. */
  notice: FormNoticeFacts;
  takesPayments: boolean;
  takesCodes: boolean;
  /** How to pay; null while nothing can be paid on the site. */
  priceNote: string | null;
  previews: CoursePreview[];
}

/** The three plans. A script counts down the sale and ends it (document/sale.ts). */
export const PlansSection = ({
  plans,
  pictures,
  sale: setting,
  isSaleOn,
  abroad,
  notice,
  takesPayments,
  takesCodes,
  priceNote,
  previews,
}: PlansSectionProps) => (
  <div className="container-site pb-(--section)">
    <ul
      data-sale={isSaleOn ? JSON.stringify(setting) : undefined}
      className="grid gap-6 lg:grid-cols-3"
    >
      {plans.map((plan) => (
        <PlanCard
          key={plan.title}
          plan={plan}
          picture={pictures.find((one) => one.plan === plan.leadsTo)?.image}
          isOnSale={isSaleOn && plan.salePrice !== null}
          abroad={abroad}
          notice={notice}
          takesPayments={takesPayments}
          takesCodes={takesCodes}
          previews={previews}
        />
      ))}
    </ul>
    <p className="mt-6 max-w-prose text-sm text-muted empty:hidden">{priceNote}</p>
    {isSaleOn && <DocumentScript src={sale} />}
  </div>
);

interface PlanCardProps {
  plan: Plan;
  /** What clients get. */
  picture: SettingsPicture | undefined;
  isOnSale: boolean;
  abroad: ExchangeRates;
  notice: FormNoticeFacts;
  takesPayments: boolean;
  takesCodes: boolean;
  previews: CoursePreview[];
}

const priceClass = 'font-display text-[2.5rem] leading-tight tracking-tight';

function PlanCard({
  plan,
  picture,
  isOnSale,
  abroad,
  notice,
  takesPayments,
  takesCodes,
  previews,
}: PlanCardProps) {
  // A plan that leads to a booking is not ordered here.
  const isOrdered = takesPayments && plan.leadsTo !== 'booking';
  const describe = (cents: number | null) => (isOrdered ? describeParts(cents, plan) : null);
  const variant = plan.isFeatured ? 'primary' : 'secondary';
  return (
    <li
      className={classNames(
        'relative lined-up-card rounded-sm border p-8 [--parts:6] xl:p-10',
        plan.isFeatured ? 'border-gold bg-raised shadow-lift' : 'border-hairline bg-surface',
      )}
    >
      {plan.isFeatured && (
        <span aria-hidden className="absolute inset-x-0 top-0 h-1 bg-gold-soft" />
      )}
      <h2 className="text-heading">{plan.title}</h2>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-2.5">
        {isOnSale && (
          <span data-sale-part="on" className={priceClass}>
            <span className="sr-only">Sale price </span>
            <span translate="no">{plan.salePrice}</span>
          </span>
        )}
        <span
          data-sale-part={isOnSale ? 'after' : undefined}
          hidden={isOnSale}
          className={priceClass}
        >
          <span translate="no">{plan.originalPrice}</span>
        </span>
        {isOnSale && (
          <span data-sale-part="on" className="flex flex-wrap items-center gap-x-2.5">
            {/* The display font places its own strikethrough above the middle of the digits. */}
            <s className="relative font-display text-xl text-muted no-underline after:absolute after:inset-x-0 after:top-1/2 after:border-t after:border-current">
              <span className="sr-only">Original price </span>
              <span translate="no">{plan.originalPrice}</span>
            </s>
            {plan.discountLabel && (
              <span className="rounded-sm bg-gold-soft px-2 py-0.5 text-xs font-bold tracking-[0.06em] text-on-gold">
                {plan.discountLabel}
              </span>
            )}
          </span>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-4 text-sm text-muted">
        <p>{plan.priceDescription}</p>
        {isOnSale && (
          <>
            <PriceNote part="on" words={describe(plan.saleCents)} />
            <PriceNote part="on" words={describeAbroad(plan.saleCents, abroad)} />
          </>
        )}
        <PriceNote part={isOnSale ? 'after' : undefined} words={describe(plan.priceCents)} />
        <PriceNote
          part={isOnSale ? 'after' : undefined}
          words={describeAbroad(plan.priceCents, abroad)}
        />
        {isOnSale && <Countdown />}
      </div>
      <p className="mt-5 text-muted">{plan.description}</p>
      {picture ? (
        // One row of the card, so that the rows of all cards line up.
        <div className="mt-7 mb-9">
          <FeatureList features={plan.features} className="" />
          <Picture
            {...picture}
            sizes="(min-width: 64rem) 30vw, 28rem"
            className="mt-7 block aspect-[4/3] h-auto w-full max-w-md rounded-sm border border-hairline object-cover object-top"
          />
        </div>
      ) : (
        <FeatureList features={plan.features} className="mt-7 mb-9" />
      )}
      <div className="mt-auto grid gap-3">
        {plan.leadsTo === 'booking' ? (
          <ButtonLink to="/mentorship" variant={variant}>
            {plan.callToAction}
          </ButtonLink>
        ) : (
          <InquiryButton
            inquiry={plan.leadsTo === 'course-inquiry' ? 'course' : 'blueprint'}
            notice={notice}
            takesCodes={takesCodes}
            variant={variant}
          >
            {plan.callToAction}
          </InquiryButton>
        )}
        {plan.leadsTo !== 'booking' && (
          <PreviewLink
            previews={previews}
            courseId={planCourses[plan.leadsTo]}
            title={plan.title}
          />
        )}
      </div>
    </li>
  );
}

/** A price in parts or in other currencies, during the sale (`on`) or after it. */
const PriceNote = ({ part, words }: { part: 'on' | 'after' | undefined; words: string | null }) =>
  words && (
    <p data-sale-part={part} hidden={part === 'after'} translate="no">
      {words}
    </p>
  );

/** The remaining time, which only the browser knows. */
const Countdown = () => (
  <p data-sale-part="on" role="timer" className="plain:hidden">
    <span>Sale ends in </span>
    <span data-countdown="" translate="no" className="invisible font-semibold text-ink">
      {formatCountdown(0)}
    </span>
  </p>
);
