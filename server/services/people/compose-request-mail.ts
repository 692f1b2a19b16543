import { render } from '@react-email/render';
import { createElement } from 'react';
import { formatDay } from '#domain/calendar-day.ts';
import { unlinked } from '#domain/mail-text.ts';
import { dueAt, type RequestKind, requestWords } from '#domain/request-kinds.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { AccountMail, accountMailText } from '#emails/account-mail.tsx';
import { confirmDays, type PersonRequestRow } from '#server/db/queries/person-requests.ts';
import type { Mail } from '#server/mail/mail.ts';
import { mentorDay } from '#server/mentor-time.ts';
import type { SiteFacts } from '#server/services/site-facts.ts';

/** Returns what the mail is called, before it is written. */
export const requestMailSubject = ({ name }: SiteFacts['site']) =>
  `Please confirm your request to ${name}`;

/** What is asked for, in words. */
const asked: Record<RequestKind, string> = {
  access: 'for a copy of the data we keep about you',
  correction: 'us to correct the data we keep about you',
  deletion: 'us to delete the data we keep about you',
};

interface RequestMailOptions {
  key: string;
  to: string;
  kind: RequestKind;
  /** Where it is confirmed. */
  url: string;
  facts: Pick<SiteFacts, 'site'>;
}

/** Writes the mail by which somebody proves that a request is theirs. No word of whoever asked is in it. */
export async function composeRequestMail(options: RequestMailOptions): Promise<Mail> {
  const { key, to, kind, url, facts } = options;
  const { site } = facts;
  const props = {
    siteName: site.name,
    eyebrow: 'Privacy',
    title: 'Please confirm your request',
    paragraphs: [
      `Someone, probably you, asked ${asked[kind]}. To confirm, open this link within ${confirmDays} days and press the button.`,
      'If you didn’t ask for this, ignore this email. Nothing happens unless you click.',
    ],
    link: { label: 'Confirm your request', href: url },
    footer: 'sent because someone made a data request with this address',
  };
  return {
    ...{ key, to, subject: requestMailSubject(site) },
    replyTo: { name: site.name, address: site.email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}

/** Returns the subject of the notice, before it is written. */
export const requestNoticeSubject = (
  { email, confirmedAt }: PersonRequestRow,
  { booking }: Pick<SiteFacts, 'booking'>,
) => `Data request: ${email}, ${formatDateAndClock(confirmedAt ?? new Date(), booking.timeZone)}`;

/** Writes the mail that tells the mentor about a confirmed request. */
export async function composeRequestNotice(
  request: PersonRequestRow,
  { key, to, facts, siteUrl }: { key: string; to: string; facts: SiteFacts; siteUrl: string },
): Promise<Mail> {
  const { email, kind, message, confirmedAt } = request;
  const due = formatDay(mentorDay(dueAt(confirmedAt ?? new Date()), facts.booking));
  const props = {
    siteName: facts.site.name,
    eyebrow: 'Data request',
    title: requestWords[kind],
    rows: [
      { label: 'Email', value: email, href: `mailto:${encodeURIComponent(email)}` },
      { label: 'Reply by', value: due },
      ...(message ? [{ label: 'Message', value: unlinked(message) }] : []),
    ],
    paragraphs: ['Find this person under People to export, correct or delete their data.'],
    link: { label: 'Open People', href: `${siteUrl}/admin/people` },
    footer: 'confirmed by a link that we sent to this address',
  };
  return {
    ...{ key, to, subject: requestNoticeSubject(request, facts) },
    replyTo: { name: email, address: email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}
