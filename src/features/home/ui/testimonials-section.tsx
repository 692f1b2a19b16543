import { Picture } from '#features/uploads/ui/index.ts';
import { pictureSources } from '#rules/picture-url.ts';
import type { PublicSettings } from '#server/page-context.ts';
import { Eyebrow } from '#ui/candle.tsx';
import { classNames } from '#ui/class-names.ts';
import { ExternalLink } from '#ui/link.tsx';
import { Carousel } from './carousel.tsx';
import { Reveal } from './reveal.tsx';

interface TestimonialsSectionProps {
  words: PublicSettings['texts']['home']['testimonials'];
  pictures: readonly { src: string; alt: string; name: string | null; words: string | null }[];
}

/** The testimonials of students, as pictures in 9:16 format. One or two fill their row. */
export function TestimonialsSection({ words, pictures }: TestimonialsSectionProps) {
  const isLong = pictures.length > 2;
  return (
    <section
      aria-labelledby="testimonials-title"
      className="border-t border-hairline py-(--section)"
    >
      <Reveal className="container-site">
        <Eyebrow>{words.eyebrow}</Eyebrow>
        <h2 id="testimonials-title" className="mt-5 mb-10 max-w-2xl text-title lg:mb-14">
          {words.title}
        </h2>
        <Carousel
          label="Testimonials"
          autoplayDelay={2000}
          maxInView={5}
          slideClass={
            isLong
              ? 'basis-1/2 sm:basis-1/3 md:basis-1/4 lg:basis-1/5'
              : 'basis-1/2 only:basis-full'
          }
          slides={pictures.map(({ src, alt, name, words: said }) => ({
            key: src,
            content: (
              // Links to the full picture. Distant slides are not loaded.
              <figure className={isLong ? undefined : 'items-center justify-center gap-6 md:flex'}>
                <ExternalLink
                  href={pictureSources(src).fallback}
                  draggable={false}
                  className={classNames(
                    'block aspect-[9/16] cursor-zoom-in rounded-sm border border-hairline bg-gold-wash -outline-offset-2 [content-visibility:auto]',
                    !isLong && 'md:w-72 md:shrink-0',
                  )}
                >
                  <Picture
                    src={src}
                    alt={alt}
                    width={540}
                    height={960}
                    sizes="(min-width: 1024px) 16rem, (min-width: 768px) 25vw, (min-width: 640px) 33vw, 50vw"
                    className="block size-full rounded-sm object-contain"
                  />
                </ExternalLink>
                {(name || said) && (
                  <figcaption dir="auto" className={isLong ? 'mt-3 text-sm' : 'mt-3 max-w-prose'}>
                    {said && <p className="break-words text-muted">“{said}”</p>}
                    {name && <p className="mt-1 font-semibold break-words">{name}</p>}
                  </figcaption>
                )}
              </figure>
            ),
          }))}
        />
      </Reveal>
    </section>
  );
}
