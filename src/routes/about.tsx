import { ClosingCall, organization, pageMeta } from '#features/shell/ui/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { type PublicSettings, pageServicesContext } from '#server/page-context.ts';
import { classNames } from '#ui/class-names.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/about';

export async function loader({ context }: Route.LoaderArgs) {
  const { pictures, texts } = await context.get(pageServicesContext).readSettings();
  return { portrait: pictures.portrait, texts: texts.about };
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'About the method and the mentor',
    description: 'How the time-and-price strategy came about, and what it is for.',
    structuredData: (...site) => [organization(...site)],
  });

export default function About({ loaderData: { portrait, texts } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow="About" title={texts.title} introduction={texts.introduction} />
      <Founder words={texts.founder} portrait={portrait} />
      <section className="border-t border-hairline">
        <div className="container-site grid gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12 py-(--section) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="grid max-w-prose content-start gap-5">
            {texts.story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <dl className="grid content-start gap-8 sm:grid-cols-2 lg:grid-cols-1">
            {texts.aims.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-display text-heading text-ink">{title}</dt>
                <dd className="mt-2 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="border-t border-hairline bg-surface">
        <ul className="container-site grid gap-x-12 gap-y-10 py-(--section) md:grid-cols-3">
          {texts.values.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-gold pt-6 only:col-span-full">
              <h2 className="text-heading">{title}</h2>
              <p className="mt-3 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <ClosingCall title="Ask your mentor yourself" />
    </>
  );
}

interface FounderProps {
  words: PublicSettings['texts']['about']['founder'];
  portrait: PublicSettings['pictures']['portrait'];
}

/** The main text of the page: who teaches here. */
const Founder = ({ words, portrait }: FounderProps) => (
  <section
    aria-labelledby="founder-title"
    className={classNames(
      'container-site grid items-center gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-10 pb-(--section)',
      portrait && 'md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
    )}
  >
    {portrait && (
      <Picture
        {...portrait}
        sizes="(min-width: 768px) 40vw, 24rem"
        isUrgent
        className="block h-auto w-full max-md:max-w-sm"
      />
    )}
    <div className="max-w-prose">
      <h2 id="founder-title" className="text-heading">
        {words.title}
      </h2>
      {words.name && <p className="mt-3 font-display text-3xl lg:text-4xl">{words.name}</p>}
      <p className="mt-2 text-muted empty:hidden">
        {[words.city, words.registration].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-5 text-lead whitespace-pre-line">{words.text}</p>
      {words.record && (
        <p className="mt-5 border-t-2 border-gold pt-6 font-semibold">{words.record}</p>
      )}
    </div>
  </section>
);
