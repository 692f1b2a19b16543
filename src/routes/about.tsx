import { ClosingCall, organization, pageMeta } from '#features/shell/ui/index.ts';
import { Picture } from '#features/uploads/ui/index.ts';
import { pageServicesContext } from '#server/page-context.ts';
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
      <div className="container-site grid items-start gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-12 pb-(--section) md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid max-w-prose gap-5 text-lead text-muted">
          {texts.story.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <dl className="mt-6 grid gap-8 border-t border-hairline pt-8 sm:grid-cols-2">
            {texts.aims.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-display text-heading text-ink">{title}</dt>
                <dd className="mt-2 text-base">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <section aria-labelledby="founder-title" className="max-md:max-w-sm">
          {portrait && (
            <Picture
              {...portrait}
              sizes="(min-width: 768px) 40vw, 24rem"
              className="mb-7 block h-auto w-full"
            />
          )}
          <h2 id="founder-title" className="text-heading">
            {texts.founder.title}
          </h2>
          {texts.founder.name && <p className="mt-3 font-semibold">{texts.founder.name}</p>}
          <p className="mt-3 text-muted">{texts.founder.text}</p>
        </section>
      </div>
      <section className="border-t border-hairline bg-surface">
        <ul className="container-site grid gap-x-12 gap-y-10 py-(--section) md:grid-cols-3">
          {texts.values.map(({ title, text }) => (
            <li key={title} className="border-t-2 border-gold pt-6">
              <h2 className="text-heading">{title}</h2>
              <p className="mt-3 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <ClosingCall />
    </>
  );
}
