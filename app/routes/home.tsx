import { Suspense } from 'react';
import { AboutSection } from '#app/features/home/about-section.tsx';
import { Hero } from '#app/features/home/hero.tsx';
import { ServicesSection } from '#app/features/home/services-section.tsx';
import { TestimonialsSection } from '#app/features/home/testimonials-section.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { organization } from '#app/features/shell/structured-data.ts';
import { testimonialPictures } from '#content/pictures.ts';
import { pageReportContext, pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/home';

export async function loader({ context }: Route.LoaderArgs) {
  const testimonials = await context.get(pageServicesContext).content.listTestimonials();
  // Without the database the built-in pictures stand in, as they do before the first upload.
  if (!testimonials) context.get(pageReportContext).lacksContent();
  return { testimonials: testimonials ?? [] };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { structuredData: (siteUrl) => [organization(siteUrl)] });

export default function Home({ loaderData }: Route.ComponentProps) {
  const uploaded = loaderData.testimonials.map(({ imageUrl }, index) => ({
    src: imageUrl,
    alt: `Testimonial ${index + 1}`,
  }));
  // Each boundary comes alive by itself, so that a slow telephone can answer in between.
  return (
    <>
      <Hero />
      <Suspense>
        <AboutSection />
      </Suspense>
      <Suspense>
        <TestimonialsSection pictures={uploaded.length > 0 ? uploaded : testimonialPictures} />
      </Suspense>
      <Suspense>
        <ServicesSection />
      </Suspense>
    </>
  );
}
