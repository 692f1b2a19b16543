import { LogOut } from 'lucide-react';
import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Eyebrow } from '#app/ui/candle.tsx';
import { Link } from '#app/ui/link.tsx';

/** The head of the admin: what it is, who is in, and the way out. */
export function AdminHeader({ email }: { email: string }) {
  return (
    <div className="container-site flex flex-wrap items-end justify-between gap-x-10 gap-y-7 pt-[calc(var(--header-height)+clamp(2.5rem,5vw,4rem))] pb-[clamp(2rem,4vw,3rem)]">
      <div>
        <Eyebrow>Operator</Eyebrow>
        <h1 className="mt-5 text-title">Admin Dashboard</h1>
        <p className="mt-4 text-lead text-muted">Manage your website content</p>
      </div>
      <Form
        method="post"
        action="/admin"
        className="grid justify-items-start gap-3 sm:justify-items-end"
      >
        <p className="text-sm text-muted">
          Signed in as {email} ·{' '}
          <Link
            to="/admin/account"
            className="font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold"
          >
            Your account
          </Link>
        </p>
        <Button type="submit" variant="secondary">
          <LogOut aria-hidden className="size-4.5" strokeWidth={1.75} />
          Sign Out
        </Button>
      </Form>
    </div>
  );
}
