import { AboutSection } from '#app/features/home/about-section.tsx';
import { Hero } from '#app/features/home/hero.tsx';
import { ServicesSection } from '#app/features/home/services-section.tsx';
import { TestimonialsSection } from '#app/features/home/testimonials-section.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { testimonialPictures } from '#content/pictures.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/home';

export async function loader({ context }: Route.LoaderArgs) {
  return { testimonials: await context.get(pageServicesContext).listTestimonials() };
}

export const meta = () => pageMeta({});

export default function Home({ loaderData }: Route.ComponentProps) {
  const uploaded = loaderData.testimonials.map(({ imageUrl }, index) => ({
    src: imageUrl,
    alt: `Testimonial ${index + 1}`,
  }));
  return (
    <>
      <Hero />
      <AboutSection />
      <TestimonialsSection pictures={uploaded.length > 0 ? uploaded : testimonialPictures} />
      <ServicesSection />
    </>
  );
}
