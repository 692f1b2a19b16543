import { data, type RouterContextProvider, redirect } from 'react-router';
import { libraryAction } from '#features/library/rules/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';

/** The headers of the pages of a library. Their URLs are keys. */
export const libraryHeaders = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
});

/** The meta tags of these pages, without anything about their contents. */
export const libraryMeta = (args: Parameters<typeof pageMeta>[0], isFound: boolean) =>
  pageMeta(args, { title: isFound ? 'Your library' : 'Page not found', isIndexed: false });

/** Sets cookies, and answers 404 for a link that leads nowhere. */
export function answerLibrary<Content>(found: { cookies: string[]; content: Content } | undefined) {
  const headers = new Headers();
  for (const cookie of found?.cookies ?? []) headers.append('Set-Cookie', cookie);
  return data({ content: found?.content }, { status: found ? 200 : 404, headers });
}

interface LibraryActionArgs {
  url: URL;
  params: { token: string; lesson?: string };
  context: Readonly<RouterContextProvider>;
}

/** Takes the forms of these pages: the answer of another browser, and the marks of a lesson. */
export async function actOnLibrary({ url, params, context }: LibraryActionArgs) {
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
  const headers = new Headers();
  let after = '#done';
  try {
    if (value.intent === 'answer') {
      const { answer } = value;
      for (const cookie of await library.answerQuestion({ token, answer }, visitor))
        headers.append('Set-Cookie', cookie);
      after = '?answered';
    } else if (lessonId) {
      const isDone = value.intent === 'done';
      await library.markLesson({ token, lessonId, isDone }, visitor);
    }
  } catch (error) {
    const { message, status } = toRefusal(error);
    return data({ problem: message }, { status });
  }
  throw redirect(url.pathname + after, { status: 303, headers });
}
