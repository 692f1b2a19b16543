import type { SubmissionResult } from '@conform-to/react';
import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router';
import { loginPath, safeNextPath, signInPath } from '#rules/next-path.ts';
import type { z } from '#rules/zod.ts';
import {
  formContext,
  orUnavailable,
  type PageServices,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';

interface PageArgs {
  url: URL;
  context: Readonly<RouterContextProvider>;
}

export type Accounts = PageServices['accounts'];
export type Visitor = Parameters<Accounts['enterAdmin']>[0];

/** Headers of the response, such as cookies and Retry-After. */
const answerHeadersContext = createContext<Headers>();

/** Keeps account pages out of caches, and adds the headers that loaders and actions set. */
export const accountMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const headers = new Headers();
  context.set(answerHeadersContext, headers);
  const response = await next();
  for (const [name, value] of headers) response.headers.append(name, value);
  response.headers.set('Cache-Control', 'no-store');
  return response;
};

/** Adds cookies to the response. */
export function setCookies({ context }: Pick<PageArgs, 'context'>, cookies: string[]): void {
  for (const cookie of cookies) context.get(answerHeadersContext).append('Set-Cookie', cookie);
}

/** Returns where to go after signing in. */
export const nextPath = (url: URL): string => safeNextPath(url.searchParams.get('next'));

async function enterAdmin({ context }: PageArgs) {
  const { accounts } = context.get(pageServicesContext);
  const area = await orUnavailable(accounts.enterAdmin(context.get(visitorContext)));
  if (typeof area !== 'string') setCookies({ context }, area.cookies);
  return area;
}

/**
 * Returns the signed-in user's session for a page of the admin. Redirects everyone else to sign in.
 */
export async function requireAdmin(args: PageArgs) {
  const area = await enterAdmin(args);
  if (typeof area !== 'string') return area;
  throw redirect(signInPath(area, args.url.pathname + args.url.search));
}

/**
 * Returns whether to offer passkeys: only if any account has one, which says nothing about a single
 * account. A sign-in page is shown even if this cannot be read.
 */
export const findPasskeys = ({ context }: Pick<PageArgs, 'context'>): Promise<boolean> =>
  context
    .get(pageServicesContext)
    .accounts.hasPasskeys()
    .catch(() => false);

/** The loader of sign-in pages: redirects users who are already signed in. */
export async function redirectIfSignedIn(args: PageArgs) {
  const area = await enterAdmin(args);
  const next = nextPath(args.url);
  if (area === 'signed-out') return { next };
  throw redirect(area === 'second-factor' ? signInPath(area, next) : next, 303);
}

/** The loader of the second step: redirects everyone who has not completed only the first. */
export async function requireFirstStep(args: PageArgs) {
  const area = await enterAdmin(args);
  const next = nextPath(args.url);
  if (area !== 'second-factor') throw redirect(area === 'signed-out' ? loginPath(next) : next, 303);
  const { accounts } = args.context.get(pageServicesContext);
  const session = await orUnavailable(accounts.findSession(args.context.get(visitorContext)));
  if (!session) throw redirect(loginPath(next), 303);
  return { next, factors: await orUnavailable(accounts.findFactors(session)) };
}

interface AnswerOptions<Schema extends z.ZodObject> extends Pick<PageArgs, 'context'> {
  schema: Schema;
  /** Handles the values of the form. Returns cookies for the response. */
  run: (
    given: z.output<Schema>,
    accounts: Accounts,
    visitor: Visitor,
  ) => Promise<{ cookies: string[] }>;
  next: string | ((given: z.output<Schema>) => string);
}

/** The action of sign-in pages. A rejected form keeps its values, except secrets. */
export async function answerForm<Schema extends z.ZodObject>({
  context,
  schema,
  run,
  next,
}: AnswerOptions<Schema>) {
  const { submission } = readForm(context.get(formContext), schema);
  const refuse = (status: number, wrong: Parameters<typeof submission.reply>[0] = {}) => {
    const hideFields = ['password', 'captchaToken'];
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
