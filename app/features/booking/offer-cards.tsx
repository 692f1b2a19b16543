import { CalendarCheck, Layers, type LucideIcon, PhoneCall } from 'lucide-react';
import { Link, textLink } from '#app/ui/link.tsx';
import { mentorshipOptions } from '#content/offers.ts';

type Option = (typeof mentorshipOptions)[number];

const icons: Record<Option['icon'], LucideIcon> = {
  call: PhoneCall,
  session: CalendarCheck,
  package: Layers,
};

/** What can be booked. Picking an offer chooses it in the form. */
export function OfferCards({ onPick }: { onPick: (title: string) => void }) {
  return (
    <ul className="mt-8 grid gap-6 lg:grid-cols-3">
      {mentorshipOptions.map((option) => (
        <OfferCard key={option.title} option={option} onPick={onPick} />
      ))}
    </ul>
  );
}

function OfferCard({ option, onPick }: { option: Option; onPick: (title: string) => void }) {
  const Icon = icons[option.icon];
  return (
    <li className="flex flex-col rounded-sm border border-hairline bg-surface p-8 xl:p-10">
      <Icon aria-hidden className="size-8 text-gold" strokeWidth={1.25} />
      <h3 className="mt-6 text-heading">{option.title}</h3>
      <p className="mt-3 flex items-baseline gap-3">
        <span className="font-display text-4xl tracking-tight">{option.price}</span>
        {option.length && <span className="text-sm text-muted">{option.length}</span>}
      </p>
      <p className="mt-4 mb-6 text-muted">{option.description}</p>
      {/* Before the page has come alive the link itself chooses: the page reads it. */}
      <Link
        to={{ search: `?session=${encodeURIComponent(option.title)}`, hash: '#book' }}
        prefetch="none"
        onClick={(event) => {
          event.preventDefault();
          onPick(option.title);
        }}
        aria-label={`Choose ${option.title}`}
        className={`mt-auto self-start noscript:hidden ${textLink}`}
      >
        Choose
      </Link>
    </li>
  );
}
