import type { ShownFacts } from '#server/http/page-context.ts';
import { packTexts, unpackTexts } from '../shell/packed-texts.ts';

/** What the home page shows. */
export interface HomeTexts {
  subtitle: string;
  words: ShownFacts['texts']['home'];
  offerings: ShownFacts['offers']['serviceOfferings'];
  portrait: ShownFacts['pictures']['portrait'];
  /** What clients have sent, with what is in it for those who cannot see it, where that is said. */
  testimonials: { src: string; alt: string | null }[];
}

type Offering = HomeTexts['offerings'][number];

/** Packs it in the order in which it stands in the document. */
export function packHome({ subtitle, words, offerings, portrait, testimonials }: HomeTexts) {
  const { about, services } = words;
  return packTexts([
    [subtitle],
    portrait ? [portrait.src, portrait.alt, portrait.width, portrait.height] : [],
    [about.eyebrow, about.title, ...about.paragraphs],
    // Their section stays out while there are none.
    testimonials.length > 0 ? [words.testimonials.eyebrow, words.testimonials.title] : [],
    testimonials.flatMap(({ src, alt }) => [src, alt ?? '']),
    [services.eyebrow, services.title],
    ...offerings.map(({ icon, title, description, href }) => [icon, title, description, href]),
  ]);
}

export function unpackHome(packed: string): HomeTexts {
  const [
    [subtitle = ''] = [],
    [src, alt = '', width, height] = [],
    [eyebrow = '', title = '', ...paragraphs] = [],
    testimonialsHeading,
    testimonials = [],
    servicesHeading,
    ...offerings
  ] = unpackTexts(packed);
  return {
    subtitle,
    testimonials: toPictures(testimonials),
    portrait: src ? { src, alt, width: Number(width), height: Number(height) } : null,
    words: {
      about: { eyebrow, title, paragraphs },
      testimonials: toHeading(testimonialsHeading),
      services: toHeading(servicesHeading),
    },
    offerings: offerings.map(([icon, name = '', description = '', href = '']) => ({
      ...{ icon: icon as Offering['icon'], title: name, description, href },
    })),
  };
}

const toPictures = (sources: string[]): HomeTexts['testimonials'] =>
  sources.flatMap((src, index) =>
    index % 2 === 0 ? [{ src, alt: sources[index + 1] || null }] : [],
  );

const toHeading = ([eyebrow = '', title = '']: string[] = []) => ({ eyebrow, title });
