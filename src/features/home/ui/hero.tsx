import { Pause, Play } from 'lucide-react';
import { useSettings } from '#features/shell/ui/index.ts';
import type { PublicSettings } from '#server/page-context.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { Dial } from './dial.tsx';
import { splitHeadline } from './hero-words.ts';
import { MentorLine } from './mentor-line.tsx';

interface HeroProps {
  subtitle: string;
  /** The method in one sentence, until the mentor has a record. */
  promise: string | null;
  portrait: PublicSettings['pictures']['portrait'];
}

/** The first screen: the tagline on a chart whose axes are time and price. */
export const Hero = ({ subtitle, promise, portrait }: HeroProps) => (
  <section className="relative isolate flex min-h-[min(100svh,60rem)] overflow-hidden border-b border-hairline">
    <div aria-hidden className="hero-glow absolute inset-0 -z-10" />
    <CandlestickCanvas className="pointer-events-none absolute top-(--header-height) left-0 -z-10 h-[calc(100%-var(--header-height)-3.5rem)] w-[calc(100%-var(--gutter)+0.5rem)] text-gold-soft" />
    <Axes />
    <div className="container-site grid middle pt-[calc(var(--header-height)+3.5rem)] pb-52 lg:pt-[calc(var(--header-height)+1.5rem)] lg:pb-24">
      <div className="lg:max-w-[62%]">
        <h1 className="text-display">
          <Headline />
        </h1>
        <p className="hero-calm mt-6 w-fit max-w-xl text-lead text-muted lg:mt-8">{subtitle}</p>
        <div className="mt-9 flex flex-wrap gap-3 sm:gap-4 lg:mt-11">
          <ButtonLink to="/community" className="max-sm:w-full">
            Join Our Community
          </ButtonLink>
          <ButtonLink to="/services" variant="secondary" className="bg-ground/80 max-sm:w-full">
            Explore Courses
          </ButtonLink>
        </div>
        <MentorLine portrait={portrait} text={promise} className="hero-calm mt-9 w-fit lg:mt-12" />
      </div>
    </div>
  </section>
);

/** The chart behind the hero (document/chart.ts). */
const CandlestickCanvas = ({ className }: { className: string }) => (
  <>
    <canvas data-chart="" aria-hidden className={className} />
    <IconButton
      label="Pause the chart animation"
      data-chart-pause=""
      className="group/pause absolute right-[max(var(--gutter),calc(50vw-38.5rem))] bottom-4 -mr-3 z-10 text-muted motion-reduce:hidden"
    >
      <Pause className="size-4 group-data-[paused=true]/pause:hidden" strokeWidth={1.5} />
      <Play className="hidden size-4 group-data-[paused=true]/pause:block" strokeWidth={1.5} />
    </IconButton>
  </>
);

const guide = 'absolute top-1/2 left-1/2 border-dashed border-gold-soft/70';

/** The axes of the chart. The floating logo marks the point where they meet. */
const Axes = () => (
  <div
    aria-hidden
    className="pointer-events-none absolute top-(--header-height) right-[calc(var(--gutter)-0.5rem)] bottom-14 left-0 -z-10"
  >
    <div className="chart-axes absolute inset-0 overflow-hidden">
      <div className="absolute right-[14%] bottom-8 animate-float lg:top-[22%] lg:right-[12%] lg:bottom-auto">
        <div className={`${guide} w-dvw border-t`} />
        <div className={`${guide} h-dvh border-l`} />
        <Dial className="relative w-24 lg:w-[min(15rem,19vw)]" />
      </div>
    </div>
    <p className="label-caps absolute top-3 right-4 text-[0.6875rem] text-muted">
      Price <AxisQuestion>how far?</AxisQuestion>
    </p>
    <p className="label-caps absolute top-full left-(--gutter) mt-3 text-[0.6875rem] text-muted">
      Time <AxisQuestion>how long?</AxisQuestion>
    </p>
  </div>
);

/** The question that an axis answers. */
const AxisQuestion = ({ children }: { children: string }) => (
  <span className="ml-2 font-display text-base font-medium tracking-normal normal-case">
    {children}
  </span>
);

/** The headline, with the site's name in gold if it contains it. */
function Headline() {
  const { tagline, name: siteName } = useSettings();
  const { opening, link, name, rest } = splitHeadline(tagline, siteName);
  return (
    <>
      {opening}
      {name && (
        <span className="lg:block">
          {link}
          <span className="gold-text">{name}</span>
          {rest}
        </span>
      )}
    </>
  );
}
