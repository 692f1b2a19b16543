import { useQueryClient } from '@tanstack/react-query';
import {
  ChartColumn,
  CircleUserRound,
  LogOut,
  SlidersHorizontal,
  Trash2,
  UserSearch,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, NavLink, useSubmit } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';
import { TabBar } from '#app/ui/tab-bar.tsx';
import { useAdminSession } from '../auth/session-guard.tsx';
import { UploadQueuesProvider } from '../uploads/upload-queues.tsx';
import { DeletionsProvider } from './deletions.tsx';
import { tabPath, tabs } from './tabs.ts';
import { useUnanswered } from './use-lead-counts.ts';
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
          tabs={tabs.map(({ slug, label }) => ({
            ...{ to: tabPath(slug), label },
            mark: label === 'Leads' && <UnansweredCount />,
          }))}
        />
        <div className="admin contents">{children}</div>
      </NeedsScripts>
    </UploadQueuesProvider>
  </DeletionsProvider>
);

function LiveUpdates() {
  useLiveUpdates();
  return null;
}

/** What stands beside the tabs. */
const places = [
  { to: '/admin/visits', label: 'Visits', Icon: ChartColumn },
  { to: '/admin/people', label: 'People', Icon: UserSearch },
  { to: '/admin/settings', label: 'Settings', Icon: SlidersHorizontal },
  { to: '/admin/trash', label: 'Trash', Icon: Trash2 },
  { to: '/admin/account', label: 'Your account', Icon: CircleUserRound },
];

function AdminHeader({ email }: { email: string }) {
  const submit = useSubmit();
  const { leave } = useAdminSession();
  const queryClient = useQueryClient();
  return (
    <div className="container-site flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-[calc(var(--header-height)+clamp(1.5rem,4vw,3rem))] pb-[clamp(1.5rem,3vw,2.25rem)]">
      <div>
        <h1 className="text-title">Admin Dashboard</h1>
        <p className="mt-2 text-lead text-muted">Manage your website content</p>
      </div>
      <div className="grid gap-2 max-sm:w-full">
        <nav aria-label="Admin">
          <ul className="-mx-2 flex flex-wrap max-sm:justify-between sm:justify-end sm:gap-x-2">
            {places.map(({ to, label, Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  prefetch="intent"
                  className="inline-flex min-h-11 items-center gap-2 rounded-sm px-2 text-[0.9375rem] font-semibold text-gold underline-offset-6 hover:underline aria-[current=page]:underline"
                >
                  <Icon className="size-4.5" />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <Form
          method="post"
          action="/admin"
          onSubmit={async (event) => {
            event.preventDefault();
            const form = event.currentTarget;
            leave();
            await queryClient.cancelQueries();
            await submit(form);
          }}
          className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 sm:justify-end"
        >
          <p className="min-w-0 text-sm break-words text-muted">Signed in as {email}</p>
          <Button type="submit" variant="secondary" className="shrink-0 max-sm:px-5">
            <LogOut className="size-4.5" />
            Sign Out
          </Button>
        </Form>
      </div>
    </div>
  );
}

/** Beyond this a number says no more to anybody, and takes room. */
const mostShown = 999;

function UnansweredCount() {
  const count = useUnanswered();
  if (!count) return null;
  return (
    <>
      {' '}
      <span className="ml-1 rounded-sm bg-linear-to-b from-gold-fill-from to-gold-fill-to px-1.5 py-0.5 text-xs font-semibold text-on-gold">
        <span>{count > mostShown ? `${mostShown}+` : count}</span>
        <span className="sr-only"> still to be answered</span>
      </span>
    </>
  );
}
