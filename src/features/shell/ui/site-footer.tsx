import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { legalPages, navigation } from '#rules/site-pages.ts';
import { Candle } from '#ui/candle.tsx';
import { ExternalLink, Link } from '#ui/link.tsx';
import { useSettings } from './settings.ts';

const linkClass = 'inline-block py-1 wrap-anywhere hover:text-ink hover:underline';

/** The footer of every page: links, contact details and legal notices. */
export function SiteFooter({ year }: { year: number }) {
  const { name, tagline, mentor, riskNotice } = useSettings();
  // The terms already start with the risk notice.
  const isRiskShown = useLocation().pathname.toLowerCase() !== '/terms';
  return (
    <footer className="mt-auto border-t border-hairline text-sm text-muted">
      <div className="container-site grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:gap-x-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)_minmax(0,2fr)]">
        <div className="max-sm:col-span-2">
          <p className="flex items-center gap-3">
            <Candle className="h-6" />
            <span className="font-display text-lg text-ink">{name}</span>
          </p>
          <p className="mt-3">{tagline}</p>
          {mentor.name && (
            <p className="mt-3">
              {[mentor.name, mentor.city].filter(Boolean).join(' · ')}
              {mentor.registration && <span className="block">{mentor.registration}</span>}
            </p>
          )}
        </div>
        <nav aria-label="Footer" className="max-sm:col-span-2">
          <ul className="grid grid-cols-2 gap-x-6">
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <Link to={href} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ContactLinks />
      </div>
      <div className="border-t border-hairline">
        <div className="container-site flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6">
          <p>
            © {year} {name}. All rights reserved.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {legalPages.map(({ href, label }) => (
              <li key={href}>
                <Link to={href} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {isRiskShown && <p className="w-full">{riskNotice}</p>}
        </div>
      </div>
    </footer>
  );
}

/** The contact details that are set in the settings. */
function ContactLinks() {
  const { email, phoneHref, socialLinks } = useSettings();
  return (
    <>
      {(email || phoneHref) && (
        <LinkList title="Write to us">
          {email && (
            <li>
              <a href={`mailto:${email}`} className={linkClass}>
                {email}
              </a>
            </li>
          )}
          {phoneHref && (
            <li>
              <ExternalLink href={phoneHref} className={linkClass}>
                WhatsApp
              </ExternalLink>
            </li>
          )}
        </LinkList>
      )}
      {socialLinks.length > 0 && (
        <LinkList title="Follow us">
          {socialLinks.map(({ network, href }) => (
            <li key={network}>
              <ExternalLink href={href} className={linkClass}>
                {network}
              </ExternalLink>
            </li>
          ))}
        </LinkList>
      )}
    </>
  );
}

const LinkList = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <p className="py-1 font-semibold text-ink">{title}</p>
    <ul aria-label={title}>{children}</ul>
  </div>
);
