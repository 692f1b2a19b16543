import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Form, useSubmit } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { useAdminSession } from '../../auth/session-guard.tsx';
import { useDeletions } from '../list/deletions.tsx';

/** The head of the admin: what it is, who is in, and the way out. */
export function AdminHeader({ email }: { email: string }) {
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
          <Link
            to="/admin/account"
            className="font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold"
          >
            Your account
          </Link>
        </p>
        <Button type="submit" variant="secondary" className="shrink-0 max-sm:px-5">
          <LogOut aria-hidden className="size-4.5" strokeWidth={1.75} />
          Sign Out
        </Button>
      </Form>
    </div>
  );
}
