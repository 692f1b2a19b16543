import { useSettings } from '#features/shell/ui/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import type { PublicSettings } from '#server/page-context.ts';
import { Eyebrow } from '#ui/candle.tsx';
import { classNames } from '#ui/class-names.ts';
import { Reveal } from './reveal.tsx';

interface AboutSectionProps {
  words: PublicSettings['texts']['home']['about'];
  /** Null until the mentor has uploaded one. Then the text uses the whole width. */
  portrait: PublicSettings['pictures']['portrait'];
}

/** Introduces the founder and the method. The anchor `about`. */
export const AboutSection = ({ words, portrait }: AboutSectionProps) => (
  <section id="about" className="py-(--section)">
    <Reveal
      className={classNames(
        'container-site grid items-center gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12',
        portrait && 'md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      {portrait && (
        <figure className="max-md:max-w-sm">
          <div className="relative">
            <div
              aria-hidden
              className="absolute inset-0 translate-x-3 translate-y-3 border border-gold-soft/50"
            />
            <Picture
              {...portrait}
              sizes="(min-width: 768px) 40vw, 24rem"
              className="relative block h-auto w-full"
            />
          </div>
          <Caption />
        </figure>
      )}
      <div>
        <Eyebrow>{words.eyebrow}</Eyebrow>
        <h2 className="mt-5 text-title">{words.title}</h2>
        <div
          className={classNames(
            'mt-7 grid gap-5 text-lead text-muted',
            portrait ? 'max-w-prose' : 'max-w-prose lg:max-w-none lg:grid-cols-3 lg:gap-12',
          )}
        >
          {words.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Reveal>
  </section>
);

/** Says who is in the picture. */
function Caption() {
  const { name, city, registration } = useSettings().mentor;
  if (!name) return null;
  return (
    <figcaption className="mt-7">
      <p className="font-display text-heading">{name}</p>
      <p className="text-muted">{[city, registration].filter(Boolean).join(' · ')}</p>
    </figcaption>
  );
}
