import { describeTestimonial } from '#features/content/rules/index.ts';
import homeScript from '#features/home/ui/document/home.ts?script';
import {
  AboutSection,
  Hero,
  QuestionsSection,
  ServicesSection,
  StepsSection,
  TestimonialsSection,
} from '#features/home/ui/index.ts';
import { ClosingCall, faqPage, organization, pageMeta } from '#features/shell/ui/index.ts';
import { pageReportContext, pageServicesContext } from '#server/page-context.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import type { Route } from './+types/home';

export async function loader({ context }: Route.LoaderArgs) {
  const { content, readSettings } = context.get(pageServicesContext);
  const [testimonials, settings] = await Promise.all([content.listTestimonials(), readSettings()]);
  // Without the database, the samples are shown, as they are before the first upload.
  if (!testimonials) context.get(pageReportContext).lacksContent();
  const { subtitle, offers, pictures, texts } = settings;
  return {
    subtitle,
    portrait: pictures.portrait,
    offerings: offers.serviceOfferings,
    words: texts.home,
    testimonials: testimonials?.length
      ? testimonials.map(({ imageUrl: src, ...words }) => ({ src, ...words }))
      : pictures.sampleTestimonials.map(({ src }) => ({ src, alt: null, name: null, words: null })),
  };
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    structuredData: (...site) => {
      const questions = args.loaderData?.words.questions.items ?? [];
      return [organization(...site), ...(questions.length > 0 ? [faqPage(questions)] : [])];
    },
  });

export default function Home({ loaderData }: Route.ComponentProps) {
  const { subtitle, portrait, offerings, words, testimonials } = loaderData;
  const pictures = testimonials.map(({ alt, ...testimonial }, index) => ({
    ...testimonial,
    alt: alt ?? describeTestimonial(testimonial, `Testimonial ${index + 1}`),
  }));
  return (
    <>
      <Hero subtitle={subtitle} promise={words.promise} portrait={portrait} />
      <AboutSection words={words.about} portrait={portrait} />
      {pictures.length > 0 && (
        <TestimonialsSection words={words.testimonials} pictures={pictures} />
      )}
      <ServicesSection words={words.services} offerings={offerings} />
      <StepsSection words={words.steps} />
      <QuestionsSection words={words.questions} />
      <ClosingCall />
      <DocumentScript src={homeScript} />
    </>
  );
}
