import type { SubmissionResult } from '@conform-to/react';
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router';
import { loginPath, safeNextPath, signInPath } from '#domain/next-path.ts';
import type { z } from '#domain/zod.ts';
import {
  formContext,
  orUnavailable,
  type PageServices,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/http/page-context.ts';
import { readForm } from '../forms/read-form.ts';

interface PageArgs {
  url: URL;
  context: Readonly<RouterContextProvider>;
}

type Accounts = PageServices['accounts'];
type Visitor = Parameters<Accounts['enterAdmin']>[0];

/** What an answer carries besides its page: the cookies of a session, and when to try again. */
const answerHeadersContext = createContext<Headers>();

/** Keeps pages about accounts out of every cache, and sends what their loaders and actions set. */
export const accountMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const headers = new Headers();
  context.set(answerHeadersContext, headers);
  const response = await next();
  for (const [name, value] of headers) response.headers.append(name, value);
  response.headers.set('Cache-Control', 'no-store');
  return response;
};

/** Sends the cookies that the server has set or cleared along with the answer. */
export function setCookies({ context }: Pick<PageArgs, 'context'>, cookies: string[]): void {
  for (const cookie of cookies) context.get(answerHeadersContext).append('Set-Cookie', cookie);
}

/** Returns where somebody was going who came to sign in. */
export const nextPath = (url: URL): string => safeNextPath(url.searchParams.get('next'));

async function enterAdmin({ context }: PageArgs) {
  const { accounts } = context.get(pageServicesContext);
  const area = await orUnavailable(accounts.enterAdmin(context.get(visitorContext)));
  if (typeof area !== 'string') setCookies({ context }, area.cookies);
  return area;
}

/** Returns what only the signed-in may read. Throws the way to the sign-in for everybody else. */
export async function requireAdmin(args: PageArgs) {
  const area = await enterAdmin(args);
  if (typeof area !== 'string') return area;
  throw redirect(signInPath(area, args.url.pathname + args.url.search));
}

/** The loader of a page of the sign-in: whoever is signed in already goes on to where they were going. */
export async function redirectIfSignedIn(args: PageArgs) {
  const area = await enterAdmin(args);
  const next = nextPath(args.url);
  if (area === 'signed-out') return { next };
  throw redirect(area === 'second-factor' ? signInPath(area, next) : next, 303);
}

/** The loader of the second step: only for whoever has taken the first. */
export async function requireFirstStep(args: PageArgs) {
  const area = await enterAdmin(args);
  const next = nextPath(args.url);
  if (area !== 'second-factor') throw redirect(area === 'signed-out' ? loginPath(next) : next, 303);
  return null;
}

interface AnswerOptions<Schema extends z.ZodObject> extends Pick<PageArgs, 'context'> {
  schema: Schema;
  /** What the form is for. Cookies that it sets or clears go out with the answer. */
  run: (
    given: z.output<Schema>,
    accounts: Accounts,
    visitor: Visitor,
  ) => Promise<{ cookies: string[] }>;
  next: string | ((given: z.output<Schema>) => string);
}

/** The action of every page of the sign-in. A refused form comes back, never with its secrets. */
export async function answerForm<Schema extends z.ZodObject>({
  context,
  schema,
  run,
  next,
}: AnswerOptions<Schema>) {
  const { submission } = readForm(context.get(formContext), schema);
  const refuse = (status: number, wrong: Parameters<typeof submission.reply>[0] = {}) => {
    const hideFields = ['password', 'token', 'captchaToken'];
    const result: SubmissionResult = submission.reply({ ...wrong, hideFields });
    return data(result, { status });
  };
  if (submission.status !== 'success') return refuse(422);
  const { accounts } = context.get(pageServicesContext);
  try {
    const { cookies } = await run(submission.value, accounts, context.get(visitorContext));
    setCookies({ context }, cookies);
  } catch (error) {
    const { message, fieldErrors, status, headers } = toRefusal(error);
    const answerHeaders = context.get(answerHeadersContext);
    for (const [name, value] of Object.entries(headers)) answerHeaders.set(name, value);
    const hasFields = Object.keys(fieldErrors).length > 0;
    return refuse(status, hasFields ? { fieldErrors } : { formErrors: [message] });
  }
  throw redirect(typeof next === 'string' ? next : next(submission.value), 303);
}
