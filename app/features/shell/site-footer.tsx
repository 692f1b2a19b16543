import { Candle } from '#app/ui/candle.tsx';
import { useFacts } from './facts.ts';

/** The two legal links point nowhere until the operator has the texts. */
const legalLinks = ['Privacy Policy', 'Terms of Service'];

/** The footer of every page. */
export function SiteFooter({ year }: { year: number }) {
  const { name } = useFacts();
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
          {legalLinks.map((label) => (
            <li key={label}>
              {/* biome-ignore lint/a11y/useValidAnchor: the placeholder link that HTML defines for a target yet to come */}
              <a role="link" aria-disabled="true" className="cursor-default">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
