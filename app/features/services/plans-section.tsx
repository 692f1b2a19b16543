import { useEffect, useState } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FeatureList } from '#app/ui/feature-list.tsx';
import type { FormNoticeFacts } from '#domain/legal/form-notice.ts';
import { formatCountdown, type SaleSetting, saleLength, untilNextSecond } from '#domain/sale.ts';
import type { Plan } from '#domain/settings/offers.ts';
import { InlineScript } from '../shell/document-context.tsx';
import { RiskNotice } from '../shell/risk-notice.tsx';
import countdownScript from './countdown-script.ts?inline-script';
import { InquiryButton } from './inquiry-button.tsx';
import { type SaleOfVisitor, useSale } from './use-sale.ts';

interface PlansSectionProps {
  plans: Plan[];
  sale: SaleSetting;
  /** How the page began. */
  isSaleOn: boolean;
  /** What the forms behind the buttons say. */
  notice: FormNoticeFacts;
}

/** The three plans, with the sale as this visitor has it. */
export function PlansSection({ plans, sale, isSaleOn, notice }: PlansSectionProps) {
  const visitorSale = useSale(sale, isSaleOn);
  return (
    <div className="container-site pb-(--section)">
      <ul className="grid gap-6 lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            key={plan.title}
            plan={plan}
            setting={sale}
            sale={visitorSale}
            notice={notice}
          />
        ))}
      </ul>
      <RiskNotice />
    </div>
  );
}

interface PlanCardProps {
  plan: Plan;
  setting: SaleSetting;
  sale: SaleOfVisitor;
  notice: FormNoticeFacts;
}

function PlanCard({ plan, setting, sale, notice }: PlanCardProps) {
  const isOnSale = sale.isOn && plan.salePrice !== null;
  const variant = plan.isFeatured ? 'primary' : 'secondary';
  return (
    <li
      className={classNames(
        'relative flex flex-col rounded-sm border p-8 xl:p-10',
        plan.isFeatured ? 'border-gold bg-raised shadow-lift' : 'border-hairline bg-surface',
      )}
    >
      {plan.isFeatured && (
        <span
          aria-hidden
          className="absolute inset-x-0 top-0 h-1 bg-linear-to-r from-gold-fill-from to-gold-fill-to"
        />
      )}
      <h2 className="text-heading">{plan.title}</h2>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-5xl tracking-tight">
          {isOnSale && <span className="sr-only">Sale price </span>}
          <span translate="no">{isOnSale ? plan.salePrice : plan.originalPrice}</span>
        </span>
        <span className="text-sm text-muted">{plan.priceDescription}</span>
      </p>
      {isOnSale && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <s className="font-display text-xl text-muted decoration-1">
            <span className="sr-only">Original price </span>
            <span translate="no">{plan.originalPrice}</span>
          </s>
          <p className="rounded-sm bg-linear-to-b from-gold-fill-from to-gold-fill-to px-2 py-0.5 text-xs font-bold tracking-[0.06em] text-on-gold">
            {plan.discountLabel}
          </p>
          <Countdown {...sale} setting={setting} />
        </div>
      )}
      <p className="mt-5 text-muted">{plan.description}</p>
      <FeatureList features={plan.features} className="mt-7 mb-9" />
      <div className="mt-auto grid">
        {plan.leadsTo === 'booking' ? (
          <ButtonLink to="/mentorship" variant={variant}>
            {plan.callToAction}
          </ButtonLink>
        ) : (
          <InquiryButton
            inquiry={plan.leadsTo === 'course-inquiry' ? 'course' : 'blueprint'}
            notice={notice}
            variant={variant}
          >
            {plan.callToAction}
          </InquiryButton>
        )}
      </div>
    </li>
  );
}

/** The time that is left, as HH:MM:SS by the clock: it is right after the tab has slept, too. */
function Countdown({ endsAt, end, open, setting }: SaleOfVisitor & { setting: SaleSetting }) {
  const [remaining, setRemaining] = useState<number | null>(null);
  const longest =
    setting.kind === 'per-visitor' ? saleLength(setting.hours) : Number.POSITIVE_INFINITY;

  useEffect(() => {
    if (endsAt === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const left = endsAt - Date.now();
      if (left > longest) return open();
      setRemaining(left);
      if (left > 0) timer = setTimeout(look, untilNextSecond(left));
      else end();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [endsAt, end, open, longest]);

  return (
    <p role="timer" className="text-sm text-muted noscript:hidden">
      Sale ends in{' '}
      {/* Until the page is alive, the script that follows shows the visitor's own time. */}
      <span className="font-semibold text-ink" translate="no" suppressHydrationWarning>
        {formatCountdown(remaining ?? 0)}
      </span>
      <InlineScript source={countdownScript} data-sale={JSON.stringify(setting)} />
    </p>
  );
}
