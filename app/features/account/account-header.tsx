import { ArrowLeft } from 'lucide-react';
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
