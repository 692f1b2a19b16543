import { Suspense } from 'react';
import { AboutSection } from '#app/features/home/about-section.tsx';
import { Hero } from '#app/features/home/hero.tsx';
import { packHome, unpackHome } from '#app/features/home/home-texts.ts';
import { ServicesSection } from '#app/features/home/services-section.tsx';
import { TestimonialsSection } from '#app/features/home/testimonials-section.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { organization } from '#app/features/shell/structured-data.ts';
import { pageReportContext, pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/home';

export async function loader({ context }: Route.LoaderArgs) {
  const { content, readFacts } = context.get(pageServicesContext);
  const [testimonials, facts] = await Promise.all([content.listTestimonials(), readFacts()]);
  // Without the database samples stand in, as they do before the first upload.
  if (!testimonials) context.get(pageReportContext).lacksContent();
  const { site, offers, pictures, texts } = facts;
  return packHome({
    subtitle: site.subtitle,
    portrait: pictures.portrait,
    offerings: offers.serviceOfferings,
    words: texts.home,
    testimonials: testimonials?.length
      ? testimonials.map(({ imageUrl: src, alt }) => ({ src, alt }))
      : pictures.sampleTestimonials.map(({ src }) => ({ src, alt: null })),
  });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { structuredData: (...site) => [organization(...site)] });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { subtitle, portrait, offerings, words, testimonials } = unpackHome(loaderData);
  const pictures = testimonials.map(({ src, alt }, index) => ({
    src,
    alt: alt ?? `Testimonial ${index + 1}`,
  }));
  // Each boundary comes alive by itself, so that a slow telephone can answer in between.
  return (
    <>
      <Hero subtitle={subtitle} />
      <Suspense>
        <AboutSection words={words.about} portrait={portrait} />
      </Suspense>
      {pictures.length > 0 && (
        <Suspense>
          <TestimonialsSection words={words.testimonials} pictures={pictures} />
        </Suspense>
      )}
      <Suspense>
        <ServicesSection words={words.services} offerings={offerings} />
      </Suspense>
    </>
  );
}
