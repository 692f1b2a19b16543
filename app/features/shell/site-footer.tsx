import { Candle } from '#app/ui/candle.tsx';
import { Link } from '#app/ui/link.tsx';
import { useFacts } from './facts.ts';

/** The footer of every page. */
export function SiteFooter({ year }: { year: number }) {
  const { name, hasPrivacyText } = useFacts();
  return (
    <footer className="mt-auto border-t border-hairline">
      <div className="container-site flex flex-col items-center gap-x-8 gap-y-5 py-10 text-sm text-muted sm:flex-row sm:justify-between">
        <p className="flex items-center gap-3">
          <Candle className="h-6" />
          <span className="font-display text-lg text-ink">{name}</span>
        </p>
        <p>
          © {year} {name}. All rights reserved.
        </p>
        <ul className="flex gap-6">
          <li>
            <LegalLink label="Privacy Policy" to={hasPrivacyText ? '/privacy' : undefined} />
          </li>
          <li>
            <LegalLink label="Terms of Service" />
          </li>
        </ul>
      </div>
    </footer>
  );
}

/** A legal link points nowhere until the operator has the text. */
const LegalLink = ({ label, to }: { label: string; to?: string | undefined }) =>
  to ? (
    <Link to={to} className="hover:text-ink hover:underline">
      {label}
    </Link>
  ) : (
    // biome-ignore lint/a11y/useValidAnchor: the placeholder link that HTML defines for a target yet to come
    <a role="link" aria-disabled="true" className="cursor-default">
      {label}
    </a>
  );
