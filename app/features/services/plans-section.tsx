import { ButtonLink } from '#app/ui/button.tsx';
import { plans, sale } from '#content/offers.ts';
import { Countdown } from './countdown.tsx';
import { InquiryButton } from './inquiry-button.tsx';
import { PlanCard } from './plan-card.tsx';
import { useSale } from './use-sale.ts';

/** The three plans, with the sale as this visitor has it. `renderedAt` is in epoch milliseconds. */
export function PlansSection({ renderedAt }: { renderedAt: number }) {
  const { showSale, endsAt, end } = useSale(sale, renderedAt);
  return (
    <ul className="container-site grid gap-6 pb-(--section) lg:grid-cols-3">
      {plans.map((plan) => {
        const variant = plan.isFeatured ? 'primary' : 'secondary';
        return (
          <PlanCard
            key={plan.title}
            plan={plan}
            showSale={showSale}
            countdown={<Countdown endsAt={endsAt} onEnd={end} />}
            action={
              'inquiry' in plan ? (
                <InquiryButton inquiry={plan.inquiry} variant={variant}>
                  {plan.callToAction}
                </InquiryButton>
              ) : (
                <ButtonLink to={plan.href} variant={variant}>
                  {plan.callToAction}
                </ButtonLink>
              )
            }
          />
        );
      })}
    </ul>
  );
}
