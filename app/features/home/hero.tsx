import { ButtonLink } from '#app/ui/button.tsx';
import { useFacts } from '../shell/facts.ts';
import { CandlestickCanvas } from './candlestick-canvas.tsx';
import { Dial } from './dial.tsx';
import { splitHeadline } from './hero-words.ts';

/** The first screen: the tagline on a chart whose axes are time and price. */
export const Hero = ({ subtitle }: { subtitle: string }) => (
  <section className="relative isolate flex min-h-[min(100svh,60rem)] overflow-hidden border-b border-hairline">
    <div aria-hidden className="hero-glow absolute inset-0 -z-10" />
    <CandlestickCanvas className="pointer-events-none absolute inset-x-0 top-(--header-height) -z-10 h-[calc(100%-var(--header-height)-3.5rem)] w-full text-gold-soft" />
    {/* The axis that candles move along. Price is the other one: it needs no name on a chart. */}
    <div aria-hidden className="pointer-events-none absolute inset-x-0 bottom-7 -z-10 text-muted">
      <div className="container-site relative">
        <span className="label-caps flex items-center gap-3 text-[0.6875rem]">
          Time <span className="h-px w-16 bg-hairline-strong sm:w-28" />
        </span>
      </div>
    </div>
    <div className="container-site grid middle items-center gap-x-8 gap-y-9 pt-[calc(var(--header-height)+1.5rem)] pb-24 lg:grid-cols-[1.75fr_1fr]">
      <div className="lg:order-last lg:justify-self-end">
        <Dial className="animate-float w-28 sm:w-36 lg:w-[min(23rem,27vw)]" />
      </div>
      <div>
        <h1 className="text-display">
          <Headline />
        </h1>
        <p className="mt-6 max-w-xl text-lead text-muted lg:mt-8">{subtitle}</p>
        <div className="mt-9 flex flex-wrap gap-3 sm:gap-4 lg:mt-11">
          <ButtonLink to="/community" className="max-sm:w-full">
            Join Our Community
          </ButtonLink>
          <ButtonLink to="/services" variant="secondary" className="bg-ground/80 max-sm:w-full">
            Explore Courses
          </ButtonLink>
        </div>
      </div>
    </div>
  </section>
);

/** The headline, with the name of the site in gold where it says it. */
function Headline() {
  const { tagline, name: siteName } = useFacts();
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
