import { useSearchParams } from 'react-router';
import { LessonView, LibraryNotFound, QuestionView } from '#features/library/ui/index.ts';
import { orUnavailable, pageServicesContext, visitorContext } from '#server/page-context.ts';
import type { Route } from './+types/library-lesson';
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

export async function loader({ params, context }: Route.LoaderArgs) {
  const { library } = context.get(pageServicesContext);
  const { token, lesson: lessonId } = params;
  const found = library.findLesson({ token, lessonId }, context.get(visitorContext));
  return answerLibrary(await orUnavailable(found));
}

export const action = (args: Route.ActionArgs) => actOnLibrary(args);

export default function Lesson({ loaderData, actionData, params }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { content } = loaderData;
  if (!content) return <LibraryNotFound />;
  if ('page' in content) return <LessonView page={content.page} token={params.token} />;
  return (
    <QuestionView
      question={content.question}
      problem={actionData?.problem}
      lacksCookie={!actionData && search.has('answered')}
    />
  );
}
