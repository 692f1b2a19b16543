import {
  ArrowRight,
  BookOpenText,
  GraduationCap,
  type LucideIcon,
  MessagesSquare,
  Ruler,
} from 'lucide-react';
import type { PublicSettings } from '#server/page-context.ts';
import { Eyebrow } from '#ui/candle.tsx';
import { Link } from '#ui/link.tsx';
import { Reveal } from './reveal.tsx';

type Offering = PublicSettings['offers']['serviceOfferings'][number];

interface ServicesSectionProps {
  words: PublicSettings['texts']['home']['services'];
  offerings: Offering[];
}

const icons: Record<Offering['icon'], LucideIcon> = {
  course: BookOpenText,
  blueprint: Ruler,
  mentorship: GraduationCap,
  community: MessagesSquare,
};

/** The cards of the four offers. The anchor `services`. */
export const ServicesSection = ({ words, offerings }: ServicesSectionProps) => (
  <section id="services" className="border-t border-hairline bg-surface py-(--section)">
    <div className="container-site">
      <Reveal>
        <Eyebrow>{words.eyebrow}</Eyebrow>
        <h2 className="mt-5 max-w-2xl text-title">{words.title}</h2>
      </Reveal>
      <ul className="mt-12 grid gap-px border border-hairline bg-hairline sm:grid-cols-2 lg:mt-16 lg:grid-cols-4">
        {offerings.map((offering, index) => (
          <li key={offering.title} className="bg-surface">
            <Reveal delaySeconds={index * 0.2} className="h-full">
              <ServiceCard offering={offering} />
            </Reveal>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

function ServiceCard({ offering }: { offering: Offering }) {
  const Icon = icons[offering.icon];
  return (
    <article className="group relative flex h-full flex-col p-7 transition-colors duration-300 hover:bg-raised xl:p-9">
      <span
        aria-hidden
        className="absolute inset-x-0 top-0 h-0.5 origin-left scale-x-0 bg-gold transition-transform duration-500 ease-out group-hover:scale-x-100"
      />
      <Icon className="size-9 text-gold" strokeWidth={1.1} />
      <h3 className="mt-7 text-heading">{offering.title}</h3>
      <p className="mt-3 mb-8 text-muted">{offering.description}</p>
      <Link
        to={offering.href}
        className="mt-auto inline-flex items-center gap-2 self-start font-semibold text-gold after:absolute after:inset-0"
      >
        <span>
          Learn More <span className="sr-only">about {offering.title}</span>
        </span>
        <ArrowRight className="size-4 transition-transform duration-300 group-hover:translate-x-1" />
      </Link>
    </article>
  );
}
