import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from 'react-router';
import { adminPath, signInPath } from '#domain/next-path.ts';
import type { z } from '#domain/zod.ts';
import { orUnavailable, type Refusal, toRefusal } from '#server/http/page-context.ts';
import { readForm } from '../forms/read-form.ts';

/** Pages about accounts are nobody else's, and of this moment only. */
export const noStore = { 'Cache-Control': 'no-store' };

/** The headers of such a page, with those that its loader, action or error gave. A route's `headers`. */
export function accountHeaders({
  loaderHeaders,
  actionHeaders,
  errorHeaders,
}: {
  loaderHeaders: Headers;
  actionHeaders: Headers;
  errorHeaders: Headers | undefined;
}): Headers {
  const headers = new Headers(errorHeaders);
  for (const given of [loaderHeaders, actionHeaders]) {
    for (const [name, value] of given) headers.append(name, value);
  }
  headers.set('Cache-Control', noStore['Cache-Control']);
  return headers;
}

/** Redirects with the cookies that the server has set or cleared. */
export function redirectWithCookies(to: string, cookies: string[]): Response {
  const response = redirect(to, { status: 303, headers: noStore });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Who somebody turned out to be: let in, or what is missing. */
type Admission = { cookies: string[] } | 'signed-out' | 'second-factor';

/**
 * Returns what the loader of a page of the sign-in gives. Whoever is signed in already is thrown
 * onwards: to where they were going, or to the step that is still missing.
 */
export async function redirectIfSignedIn(asking: Promise<Admission>, next = adminPath) {
  const admission = await orUnavailable(asking);
  if (typeof admission !== 'string') throw redirectWithCookies(next, admission.cookies);
  if (admission === 'second-factor') throw redirectWithCookies(signInPath(admission, next), []);
  return data({ next }, { headers: noStore });
}

/** Gives a form back with what is wrong with it, and never with the password. */
function refuseForm<Value>(
  submission: Submission<Value, string[]>,
  { message, fieldErrors = {}, status, headers }: Partial<Refusal> & { status: number },
) {
  const hasFields = Object.keys(fieldErrors).length > 0;
  const result: SubmissionResult = submission.reply({
    ...(hasFields && { fieldErrors }),
    ...(message !== undefined && !hasFields && { formErrors: [message] }),
    hideFields: ['password', 'token', 'captchaToken'],
  });
  return data(result, { status, headers: { ...noStore, ...headers } });
}

interface AnswerOptions<Schema extends z.ZodObject> {
  /** What was sent to the page. */
  form: URLSearchParams;
  schema: Schema;
  /** What the form is for. Cookies that it sets or clears go out with the answer. */
  run: (value: z.output<Schema>) => Promise<{ cookies: string[] }>;
  /** Where the browser goes when that is done. */
  next: (value: z.output<Schema>) => string;
}

/** The action of every page of the sign-in: checks the form, does what it is for, and goes on or says why not. */
export async function answerForm<Schema extends z.ZodObject>({
  form,
  schema,
  run,
  next,
}: AnswerOptions<Schema>) {
  const { submission } = readForm(form, schema);
  if (submission.status !== 'success') return refuseForm(submission, { status: 422 });
  let cookies: string[];
  try {
    ({ cookies } = await run(submission.value));
  } catch (error) {
    return refuseForm(submission, toRefusal(error));
  }
  throw redirectWithCookies(next(submission.value), cookies);
}
