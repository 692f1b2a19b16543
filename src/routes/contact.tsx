import { Mail, MessageCircle } from 'lucide-react';
import { redirect, useSearchParams } from 'react-router';
import { contactForm } from '#features/leads/rules/index.ts';
import contact from '#features/leads/ui/document/contact.ts?script';
import { ContactForm } from '#features/leads/ui/index.ts';
import { Island, organization, pageMeta, useSettings } from '#features/shell/ui/index.ts';
import { cutText } from '#rules/cut-text.ts';
import { toFormNotice } from '#rules/form-notice.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { ExternalLink, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/contact';
import { takeLeadForm } from './actions/take-lead.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { texts, legal } = await context.get(pageServicesContext).readSettings();
  return {
    heading: texts.headings.contact,
    notice: toFormNotice(legal, 'lead'),
  };
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Contact the mentor',
    description: args.loaderData?.heading.introduction,
    structuredData: (...site) => [organization(...site)],
  });

/** Handles the form without JavaScript, or before hydration. */
export async function action({ context }: Route.ActionArgs) {
  const { refusal } = await takeLeadForm(context, {
    schema: contactForm,
    toLead: (values) => ({ ...values, source: leadSources.contact, phone: null }),
    failed: 'Failed to send message. Please try again.',
  });
  if (refusal) return refusal;
  throw redirect('/contact?sent', 303);
}

export default function Contact({ actionData, loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader {...loaderData.heading} />
      <div className="container-site grid gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-16 pb-(--section) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          {search.has('sent') && (
            <p
              role="status"
              className="mb-8 rounded-sm border border-success px-4 py-3 font-medium text-success"
            >
              Message sent! We'll get back to you soon.
            </p>
          )}
          <Island
            component={ContactForm}
            script={contact}
            isAnswer={actionData !== undefined}
            props={{
              lastResult: actionData,
              message: initialMessage(search.get('course')),
              notice: loaderData.notice,
            }}
          />
        </div>
        <ContactDetails />
      </div>
    </>
  );
}

/** The start of the message for visitors who come from a course. */
const initialMessage = (course: string | null) =>
  course ? `I’d like to know more about the course "${cutText(course, 300)}".\n\n` : undefined;

const detailClass =
  'flex items-center gap-4 border-b border-hairline py-4 transition-colors hover:text-gold';

/** Other ways to contact the mentor; nothing if there are none. */
function ContactDetails() {
  const { email, phone, phoneHref, socialLinks } = useSettings();
  if (!email && !phone && socialLinks.length === 0) return null;
  return (
    <aside
      aria-label="Contact details"
      className="grid content-start gap-12 lg:-ml-10 lg:border-l lg:border-hairline lg:pl-10"
    >
      {(email || phone) && (
        <div>
          <h2 className="text-heading">Prefer to write directly?</h2>
          <ul className="mt-5 border-t border-hairline">
            {email && (
              <li>
                <a href={`mailto:${email}`} className={detailClass}>
                  <Mail className="size-5 shrink-0 text-gold" strokeWidth={1.5} />
                  {email}
                </a>
              </li>
            )}
            {phoneHref && (
              <li>
                <ExternalLink href={phoneHref} className={detailClass}>
                  <MessageCircle className="size-5 shrink-0 text-gold" strokeWidth={1.5} />
                  <span>
                    WhatsApp <span className="text-muted">{phone}</span>
                  </span>
                </ExternalLink>
              </li>
            )}
          </ul>
        </div>
      )}
      {socialLinks.length > 0 && (
        <div>
          <h2 className="text-heading">Follow us</h2>
          <ul className="mt-5 flex flex-wrap gap-x-7 gap-y-3">
            {socialLinks.map(({ network, href }) => (
              <li key={network}>
                <ExternalLink href={href} className={textLink}>
                  {network}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
