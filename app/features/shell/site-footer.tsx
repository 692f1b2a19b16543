import { Candle } from '#app/ui/candle.tsx';
import { Link } from '#app/ui/link.tsx';
import { legalPages } from '#domain/site-pages.ts';
import { useFacts } from './facts.ts';

/** The footer of every page. */
export function SiteFooter({ year }: { year: number }) {
  const { name, riskNotice } = useFacts();
  return (
    <footer className="mt-auto border-t border-hairline">
      <div className="container-site flex flex-col items-center gap-x-8 gap-y-5 py-10 text-sm text-muted sm:flex-row sm:flex-wrap sm:justify-between">
        <p className="flex items-center gap-3">
          <Candle className="h-6" />
          <span className="font-display text-lg text-ink">{name}</span>
        </p>
        <p>
          © {year} {name}. All rights reserved.
        </p>
        <ul className="flex gap-6">
          {legalPages.map(({ href, label }) => (
            <li key={href}>
              <Link to={href} className="hover:text-ink hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <p className="w-full max-sm:text-center">{riskNotice}</p>
      </div>
    </footer>
  );
}
