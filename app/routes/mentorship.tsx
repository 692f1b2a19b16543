import { CalendarCheck, Layers, type LucideIcon, PhoneCall } from 'lucide-react';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { breadcrumbs, organization } from '#app/features/shell/structured-data.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { mentorshipOptions } from '#content/offers.ts';
import type { Route } from './+types/mentorship';

type Option = (typeof mentorshipOptions)[number];

const icons: Record<Option['icon'], LucideIcon> = {
  call: PhoneCall,
  session: CalendarCheck,
  package: Layers,
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Mentorship',
    description: 'One-on-one mentorship on gold, in your own time zone.',
    structuredData: (siteUrl) => [
      organization(siteUrl),
      breadcrumbs(siteUrl, [{ name: 'Mentorship', path: '/mentorship' }]),
    ],
  });

export default function Mentorship() {
  return (
    <>
      <PageHeader eyebrow="Mentorship" title="One hour, your charts, your questions">
        Sessions run in the evening on weekdays and in the morning at weekends, South African time,
        on Teams, WhatsApp, Zoom or Meet.
      </PageHeader>
      <section className="container-site pb-(--section)">
        <h2 className="text-heading">Mentorship Options</h2>
        <ul className="mt-8 grid gap-6 lg:grid-cols-3">
          {mentorshipOptions.map((option) => (
            <OptionCard key={option.title} option={option} />
          ))}
        </ul>
        <ButtonLink to="/contact" className="mt-10">
          Ask for a time
        </ButtonLink>
      </section>
    </>
  );
}

function OptionCard({ option }: { option: Option }) {
  const Icon = icons[option.icon];
  return (
    <li className="rounded-sm border border-hairline bg-surface p-8 xl:p-10">
      <Icon aria-hidden className="size-8 text-gold" strokeWidth={1.25} />
      <h3 className="mt-6 text-heading">{option.title}</h3>
      <p className="mt-3 flex items-baseline gap-3">
        <span className="font-display text-4xl tracking-tight">{option.price}</span>
        {option.length && <span className="text-sm text-muted">{option.length}</span>}
      </p>
      <p className="mt-4 text-muted">{option.description}</p>
    </li>
  );
}
