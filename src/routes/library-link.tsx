import { data, redirect, useSearchParams } from 'react-router';
import { linkRequestForm } from '#features/library/rules/index.ts';
import { LinkRequest } from '#features/library/ui/index.ts';
import {
  formContext,
  pageServicesContext,
  toRefusal,
  visitorContext,
} from '#server/page-context.ts';
import { readForm } from '#server/read-form.ts';
import type { Route } from './+types/library-link';
import { libraryHeaders, libraryMeta } from './actions/library-pages.ts';

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) => libraryMeta(args, true);

export const headers = libraryHeaders;

export const loader = ({ context }: Route.LoaderArgs) => ({
  sendsMail: context.get(pageServicesContext).sendsMail(),
});

/** Sends the link. The answer is the same for every address. */
export async function action({ context }: Route.ActionArgs) {
  const { library } = context.get(pageServicesContext);
  const sent = context.get(formContext);
  const { submission, isTrapped } = readForm(sent, linkRequestForm);
  const refuse = (problem: string | undefined, status: number) =>
    data({ typed: sent.get('email') ?? undefined, problem }, { status });
  if (submission.status !== 'success') return refuse(submission.error?.email?.[0], 422);
  try {
    if (!isTrapped) await library.requestLibraryLink(submission.value, context.get(visitorContext));
  } catch (error) {
    const { message, status } = toRefusal(error);
    return refuse(message, status);
  }
  throw redirect('/library?sent', 303);
}

export default function LibraryLink({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <LinkRequest
      isSent={!actionData && search.has('sent')}
      sendsMail={loaderData.sendsMail}
      typed={actionData?.typed}
      problem={actionData?.problem}
    />
  );
}
