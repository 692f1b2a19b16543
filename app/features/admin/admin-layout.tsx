import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, useSubmit } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Link, textLink } from '#app/ui/link.tsx';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';
import { UploadQueuesProvider } from '../uploads/upload-queues.tsx';
import { DeletionsProvider, useDeletions } from './deletions.tsx';
import { tabPath, tabs } from './tabs.ts';
import { useLiveUpdates } from './use-live-updates.ts';

/** What all tabs stand in. */
export const AdminLayout = ({ email, children }: { email: string; children: ReactNode }) => (
  <DeletionsProvider>
    <UploadQueuesProvider>
      <LiveUpdates />
      <AdminHeader email={email} />
      <NeedsScripts
        className="mx-(--gutter) mb-(--section)"
        note="The admin area needs JavaScript."
      >
        <TabBar
          label="Dashboard"
          tabs={tabs.map(({ slug, label }) => ({ to: tabPath(slug), label }))}
        />
        {children}
      </NeedsScripts>
    </UploadQueuesProvider>
  </DeletionsProvider>
);

function LiveUpdates() {
  useLiveUpdates();
  return null;
}

const accountLink = `${textLink} whitespace-nowrap`;

function AdminHeader({ email }: { email: string }) {
  const submit = useSubmit();
  const { flush } = useDeletions();
  const { leave } = useAdminSession();
  const queryClient = useQueryClient();
  return (
    <div className="container-site flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-[calc(var(--header-height)+clamp(1.5rem,4vw,3rem))] pb-[clamp(1.5rem,3vw,2.25rem)]">
      <div>
        <h1 className="text-title">Admin Dashboard</h1>
        <p className="mt-2 text-lead text-muted">Manage your website content</p>
      </div>
      <Form
        method="post"
        action="/admin"
        onSubmit={async (event) => {
          event.preventDefault();
          const form = event.currentTarget;
          // What still waits to be deleted needs the session.
          await flush();
          leave();
          await queryClient.cancelQueries();
          submit(form);
        }}
        className="flex items-center justify-between gap-x-5 max-sm:w-full"
      >
        <p className="min-w-0 text-sm text-muted">
          Signed in as {email} ·{' '}
          <Link to="/admin/settings" prefetch="intent" className={accountLink}>
            Settings
          </Link>{' '}
          ·{' '}
          <Link to="/admin/account" prefetch="intent" className={accountLink}>
            Your account
          </Link>{' '}
          ·{' '}
          <Link to="/admin/trash" prefetch="intent" className={accountLink}>
            Trash
          </Link>
        </p>
        <Button type="submit" variant="secondary" className="shrink-0 max-sm:px-5">
          <LogOut className="size-4.5" />
          Sign Out
        </Button>
      </Form>
    </div>
  );
}
