import { Check } from 'lucide-react';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { plans } from '#content/offers.ts';
import type { Route } from './+types/services';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Services',
    description: 'The strategy course, the blueprint and one-on-one mentorship, with their prices.',
  });

export default function Services() {
  return (
    <>
      <PageHeader eyebrow="Services" title="Our Premium Services">
        Choose the service that best fits your trading journey. All services include lifetime
        updates and support.
      </PageHeader>
      <ul className="container-site grid gap-6 pb-(--section) lg:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.title} plan={plan} />
        ))}
      </ul>
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

function PlanCard({ plan }: { plan: (typeof plans)[number] }) {
  const price = 'salePrice' in plan ? plan.salePrice : plan.originalPrice;
  return (
    <li
      className={classNames(
        'flex flex-col rounded-sm border p-8 xl:p-10',
        plan.isFeatured ? 'border-gold bg-raised shadow-lift' : 'border-hairline bg-surface',
      )}
    >
      <h2 className="text-heading">{plan.title}</h2>
      <p className="mt-5 flex items-baseline gap-3">
        <span className="font-display text-5xl tracking-tight">{price}</span>
        <span className="text-sm text-muted">{plan.priceDescription}</span>
      </p>
      <p className="mt-5 text-muted">{plan.description}</p>
      <ul className="mt-7 mb-9 grid gap-3 border-t border-hairline pt-7">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-gold" strokeWidth={2} />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink
        to={'href' in plan ? plan.href : '/contact'}
        variant={plan.isFeatured ? 'primary' : 'secondary'}
        className="mt-auto"
      >
        {plan.callToAction}
      </ButtonLink>
    </li>
  );
}
