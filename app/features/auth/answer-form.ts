import type { Submission, SubmissionResult } from '@conform-to/react';
import { data, redirect } from 'react-router';

/** Pages about accounts are nobody else's, and of this moment only. */
export const noStore = { 'Cache-Control': 'no-store' };

/** The headers of such a page, with those that its action gave. A route's `headers`. */
export function accountHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(actionHeaders);
  headers.set('Cache-Control', noStore['Cache-Control']);
  return headers;
}

/** Redirects with the cookies that the server has set or cleared. */
export function redirectWithCookies(to: string, cookies: string[]): Response {
  const response = redirect(to, { status: 303, headers: noStore });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

interface Refusal {
  message?: string;
  status: number;
  headers?: Record<string, string>;
}

/** Gives a form back with what is wrong with it, and never with the password. */
export function refuseForm<Value>(
  submission: Submission<Value, string[]>,
  { message, status, headers }: Refusal,
) {
  const result: SubmissionResult = submission.reply({
    ...(message !== undefined && { formErrors: [message] }),
    hideFields: ['password'],
  });
  return data(result, { status, headers: { ...noStore, ...headers } });
}
