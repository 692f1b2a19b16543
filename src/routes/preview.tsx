import { data } from 'react-router';
import { PreviewView } from '#features/library/ui/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { orUnavailable, pageServicesContext } from '#server/page-context.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/preview';

export const handle = { hydrate: false };

/** Reads the lesson of a course that visitors can open. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { library } = context.get(pageServicesContext);
  const preview = await orUnavailable(library.findPreview(params.course));
  return data({ preview }, { status: preview ? 200 : 404 });
}

/** The addresses of the files are valid for a day. */
export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta: Route.MetaFunction = (args) => {
  const { preview } = args.loaderData ?? {};
  if (!preview) return pageMeta(args, { title: 'Lesson not found', isIndexed: false });
  const { title, course } = preview;
  return pageMeta(args, { title, description: `A free lesson of ${course}.` });
};

export default function Preview({ loaderData: { preview } }: Route.ComponentProps) {
  return preview ? (
    <PreviewView page={preview} />
  ) : (
    <section className="container-site grid min-h-[70svh] middle justify-items-center gap-6 pt-(--header-height) text-center">
      <h1 className="text-title">Lesson not found.</h1>
      <ButtonLink to="/services" variant="secondary">
        Back to the courses
      </ButtonLink>
    </section>
  );
}
