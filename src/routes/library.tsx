import { data, redirect, useSearchParams } from 'react-router';
import { libraryAction } from '#features/library/rules/index.ts';
import {
  LessonView,
  LibraryNotFound,
  LibraryView,
  QuestionView,
} from '#features/library/ui/index.ts';
import {
  formContext,
  orUnavailable,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import type { Route } from './+types/library';
import { libraryHeaders, libraryMeta } from './actions/library-pages.ts';

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  libraryMeta(args, Boolean(args.loaderData?.content));

export const headers = libraryHeaders;

/** Reads a library, or one of its lessons. */
export async function loader({ params: { token, lesson: lessonId }, context }: Route.LoaderArgs) {
  const { library } = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const found =
    lessonId === undefined
      ? await orUnavailable(library.findLibrary(token, visitor))
      : await orUnavailable(library.findLesson({ token, lessonId }, visitor));
  const cookies = (found?.cookies ?? []).map((cookie): [string, string] => ['Set-Cookie', cookie]);
  return data({ content: found?.content }, { status: found ? 200 : 404, headers: cookies });
}

/** Takes the answer of another browser, and the marks of a lesson. */
export async function action({ url, params, context }: Route.ActionArgs) {
  const { library } = context.get(pageServicesContext);
  const visitor = context.get(visitorContext);
  const { token, lesson: lessonId } = params;
  const { submission } = readForm(context.get(formContext), libraryAction);
  if (submission.status !== 'success') {
    const [[problem = 'This form can’t be sent.'] = []] = Object.values(submission.error ?? {}).map(
      (errors) => errors ?? [],
    );
    return data({ problem }, { status: 422 });
  }
  const { value } = submission;
  try {
    if (value.intent === 'buy') {
      const { id, course: courseId } = value;
      return redirect(await library.buyCourse({ token, id, courseId }, visitor), 303);
    }
    if (value.intent !== 'answer') {
      const isDone = value.intent === 'done';
      if (lessonId) await library.markLesson({ token, lessonId, isDone }, visitor);
      return redirect(`${url.pathname}#done`, 303);
    }
    const cookies = await library.answerQuestion({ token, answer: value.answer }, visitor);
    return redirect(`${url.pathname}?answered`, {
      status: 303,
      headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
    });
  } catch (error) {
    const { message, status } = toRefusal(error);
    return data({ problem: message }, { status });
  }
}

export default function Library({ loaderData, actionData, params }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const { content } = loaderData;
  if (!content) return <LibraryNotFound />;
  if ('question' in content)
    return (
      <QuestionView
        question={content.question}
        problem={actionData?.problem}
        lacksCookie={!actionData && search.has('answered')}
      />
    );
  return 'films' in content.page ? (
    <LessonView page={content.page} token={params.token} />
  ) : (
    <LibraryView page={content.page} problem={actionData?.problem} />
  );
}
