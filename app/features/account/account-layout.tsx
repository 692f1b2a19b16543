import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Eyebrow } from '#app/ui/candle.tsx';
import { Link } from '#app/ui/link.tsx';

/** The head of the account area: whose it is, its parts, and the way back. */
export function AccountHeader({
  email,
  sections,
}: {
  email: string;
  sections: { id: string; title: string }[];
}) {
  return (
    <div className="container-site pt-[calc(var(--header-height)+clamp(2.5rem,5vw,4rem))] pb-[clamp(2rem,4vw,3rem)]">
      <Eyebrow>Operator</Eyebrow>
      <h1 className="mt-5 text-title">Your Account</h1>
      <p className="mt-4 text-lead text-muted">{email}</p>
      <nav
        aria-label="Account"
        className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-1 text-[0.9375rem]"
      >
        <Link
          to="/admin"
          className="inline-flex items-center gap-2 py-2 font-semibold text-gold hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
          Admin Dashboard
        </Link>
        {sections.map(({ id, title }) => (
          <a key={id} href={`#${id}`} className="py-2 text-muted hover:text-ink">
            {title}
          </a>
        ))}
      </nav>
    </div>
  );
}

interface AccountSectionProps {
  /** Where the head of the page leads to. */
  id: string;
  title: string;
  note: ReactNode;
  children: ReactNode;
}

/** One part of the account area: what it is for on the left, what can be done on the right. */
export function AccountSection({ id, title, note, children }: AccountSectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className="border-t border-hairline">
      <div className="container-site grid gap-x-16 gap-y-8 py-[clamp(2.5rem,5vw,4rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div>
          <h2 id={headingId} className="text-heading">
            {title}
          </h2>
          <p className="mt-2 max-w-prose text-muted">{note}</p>
        </div>
        <div className="min-w-0 max-w-3xl">{children}</div>
      </div>
    </section>
  );
}

/** A list of things of the account, each with what can be done about it. */
export function AccountList({ children }: { children: ReactNode }) {
  return <ul className="border-t border-hairline">{children}</ul>;
}

/** One of them. */
export function AccountEntry({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-hairline py-4">
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">{children}</p>
      </div>
      {action}
    </li>
  );
}
