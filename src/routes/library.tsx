import { useSearchParams } from 'react-router';
import { LibraryNotFound, LibraryView, QuestionView } from '#features/library/ui/index.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/page-context.ts';
import type { Route } from './+types/library';
import {
  actOnLibrary,
  answerLibrary,
  libraryHeaders,
  libraryMeta,
} from './actions/library-pages.ts';

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  libraryMeta(args, Boolean(args.loaderData?.content));

export const headers = libraryHeaders;

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { library } = context.get(pageServicesContext);
  const found = library.findLibrary(token, context.get(visitorContext));
  return answerLibrary(await orUnavailable(found));
}

export const action = (args: Route.ActionArgs) => actOnLibrary(args);

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { content } = loaderData;
  if (!content) return <LibraryNotFound />;
  if ('page' in content) return <LibraryView page={content.page} />;
  return (
    <QuestionView
      question={content.question}
      problem={actionData?.problem}
      lacksCookie={!actionData && search.has('answered')}
    />
  );
}
