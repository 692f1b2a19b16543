import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import type { plans } from '#content/offers.ts';

type Plan = (typeof plans)[number];

interface PlanCardProps {
  plan: Plan;
  /** Whether the plan's sale price holds, if it has one. */
  showSale: boolean;
  /** Stands under the price while the sale is on. */
  countdown: ReactNode;
  /** The plan's call to action. */
  action: ReactNode;
}

/** A plan with its price, what it holds and how to get it. */
export function PlanCard({ plan, showSale, countdown, action }: PlanCardProps) {
  const isOnSale = showSale && 'salePrice' in plan;
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
          className="absolute inset-x-0 top-0 h-1 bg-linear-to-r from-(--gold-fill-from) to-(--gold-fill-to)"
        />
      )}
      <h2 className="text-heading">{plan.title}</h2>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-5xl tracking-tight">
          {isOnSale && <span className="sr-only">Sale price </span>}
          {isOnSale ? plan.salePrice : plan.originalPrice}
        </span>
        <span className="text-sm text-muted">{plan.priceDescription}</span>
      </p>
      {isOnSale && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <s className="font-display text-xl text-muted decoration-1">
            <span className="sr-only">Original price </span>
            {plan.originalPrice}
          </s>
          <p className="rounded-sm bg-linear-to-b from-(--gold-fill-from) to-(--gold-fill-to) px-2 py-0.5 text-xs font-bold tracking-[0.06em] text-on-gold">
            {plan.discountLabel}
          </p>
          {countdown}
        </div>
      )}
      <p className="mt-5 text-muted">{plan.description}</p>
      <FeatureList features={plan.features} className="mt-7 mb-9" />
      <div className="mt-auto grid">{action}</div>
    </li>
  );
}

/** What an offer holds, ticked off. */
export function FeatureList({
  features,
  className,
}: {
  features: readonly string[];
  className?: string;
}) {
  return (
    <ul className={classNames('grid gap-3 border-t border-hairline pt-7', className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-3">
          <Check aria-hidden className="mt-1 size-4 shrink-0 text-gold" strokeWidth={2} />
          {feature}
        </li>
      ))}
    </ul>
  );
}
