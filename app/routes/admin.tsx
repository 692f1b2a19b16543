import { data, redirect } from 'react-router';
import { AdminHeader } from '#app/features/admin/admin-header.tsx';
import { AdminSection } from '#app/features/admin/admin-section.tsx';
import { CapturedMailList } from '#app/features/admin/captured-mail-list.tsx';
import { LeadList } from '#app/features/admin/lead-list.tsx';
import { accountHeaders, noStore, redirectWithCookies } from '#app/features/auth/answer-form.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { doorPath } from '#domain/next-path.ts';
import { pageServicesContext, visitorContext } from '#server/http/page-context.ts';
import type { Route } from './+types/admin';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Dashboard', isIndexed: false });

export const headers = accountHeaders;

/** Asks for the session on every request; nothing is read before that. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const area = await context.get(pageServicesContext).enterAdmin(context.get(visitorContext));
  if (typeof area === 'string') {
    throw redirect(doorPath(area, url.pathname + url.search), { headers: noStore });
  }
  const [leads, mails] = await Promise.all([area.listLeads(), area.listCapturedMails()]);
  const answerHeaders = new Headers(noStore);
  for (const cookie of area.cookies) answerHeaders.append('Set-Cookie', cookie);
  return data({ email: area.email, leads, mails }, { headers: answerHeaders });
}

/** Signs out. Whoever was not signed in any more goes the same way. */
export async function action({ context }: Route.ActionArgs) {
  const cookies = await context
    .get(pageServicesContext)
    .accounts.signOut(context.get(visitorContext));
  throw redirectWithCookies('/', cookies);
}

export default function Admin({ loaderData: { email, leads, mails } }: Route.ComponentProps) {
  return (
    <>
      <AdminHeader email={email} />
      <AdminSection title="Leads" emptyText="No leads found." isEmpty={leads.length === 0}>
        <LeadList leads={leads} />
      </AdminSection>
      {mails && (
        <AdminSection
          title="Captured mail"
          note="No mail server is set (SMTP_URL), so mails are kept here instead of being sent."
          emptyText="No mail has been captured yet."
          isEmpty={mails.length === 0}
        >
          <CapturedMailList mails={mails} />
        </AdminSection>
      )}
    </>
  );
}
