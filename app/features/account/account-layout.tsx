import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Eyebrow } from '#app/ui/candle.tsx';
import { NeedsScripts } from '#app/ui/needs-scripts.tsx';

interface AccountLayoutProps {
  email: string;
  sections: {
    id: string;
    title: string;
    note: string;
    content: ReactNode;
  }[];
}

/** The account page: its email address, the link back, and its sections. */
export const AccountLayout = ({ email, sections }: AccountLayoutProps) => (
  <>
    <div className="container-site pt-[calc(var(--header-height)+clamp(2.5rem,5vw,4rem))] pb-[clamp(2rem,4vw,3rem)]">
      <Eyebrow>Admin</Eyebrow>
      <h1 className="mt-5 text-title">Your Account</h1>
      <p className="mt-4 text-lead text-muted">{email}</p>
      <nav
        aria-label="Account"
        className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-1 text-[0.9375rem]"
      >
        <Link
          to="/admin"
          prefetch="intent"
          className="inline-flex items-center gap-2 py-2 font-semibold text-gold hover:underline"
        >
          <ArrowLeft className="size-4" />
          Admin Dashboard
        </Link>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="py-2 text-muted hover:text-ink">
            {title}
          </a>
        ))}
      </nav>
    </div>
    <NeedsScripts
      className="mx-(--gutter) mb-(--section)"
      note="Turn on JavaScript to change your account."
    >
      {sections.map(({ id, title, note, content }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-title`}
          className="border-t border-hairline"
        >
          <div className="container-site grid gap-x-16 gap-y-8 py-[clamp(2.5rem,5vw,4rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            <div>
              <h2 id={`${id}-title`} className="text-heading">
                {title}
              </h2>
              <p className="mt-2 max-w-prose text-muted">{note}</p>
            </div>
            <div className="min-w-0 max-w-3xl">{content}</div>
          </div>
        </section>
      ))}
    </NeedsScripts>
  </>
);

/** A list of devices, authenticators or events. */
export const AccountList = ({ children }: { children: ReactNode }) => (
  <ul className="border-t border-hairline">{children}</ul>
);

interface AccountEntryProps {
  title: ReactNode;
  children: ReactNode;
  /** `fullLabel` names the entry too, for screen readers. */
  action?:
    | { label: string; fullLabel?: string; isBusy?: boolean; onClick: () => void }
    | false
    | undefined;
}

/** One entry of a list, with its button. */
export const AccountEntry = ({ title, children, action }: AccountEntryProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-hairline py-4">
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      <p className="text-sm wrap-anywhere text-muted">{children}</p>
    </div>
    {action && (
      <Button
        variant="secondary"
        disabled={action.isBusy}
        aria-label={action.fullLabel}
        onClick={action.onClick}
      >
        {action.label}
      </Button>
    )}
  </li>
);
