import { render } from '@react-email/components';
import { createElement } from 'react';
import type { RequestKind } from '#domain/request-kinds.ts';
import { AccountMail, accountMailText } from '#emails/account-mail.tsx';
import { confirmDays } from '#server/db/queries/person-requests.ts';
import type { Mail } from '#server/mail/mail.ts';
import type { SiteFacts } from '#server/services/site-facts.ts';

/** Returns what the mail is called, before it is written. */
export const requestMailSubject = ({ name }: SiteFacts['site']) =>
  `Please confirm your request to ${name}`;

/** What is asked for, in words. */
const asked: Record<RequestKind, string> = {
  access: 'to be given what is kept about you',
  correction: 'to have corrected what is kept about you',
  deletion: 'to have deleted what is kept about you',
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
      `Somebody, most likely you, has asked with this address ${asked[kind]}. Press the button on the page behind this link, within ${confirmDays} days, and it counts as your request.`,
      'If you did not ask for this, leave this mail: nothing happens without a press.',
    ],
    link: { label: 'Confirm your request', href: url },
    footer: 'sent because somebody asked about the data kept under this address',
  };
  return {
    ...{ key, to, subject: requestMailSubject(site) },
    replyTo: { name: site.name, address: site.email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}

/** What the mentor's notice is called. Without the address: subjects are kept after an erasure. */
export const requestNoticeSubject = 'Someone asked for their data';

/** What a person wants from the mentor. */
const wanted: Record<RequestKind, string> = {
  access: 'a copy of their data',
  correction: 'their data corrected',
  deletion: 'their data deleted',
};

interface RequestNoticeOptions extends RequestMailOptions {
  email: string;
  dueOn: string;
}

/** Writes the mail that tells the mentor of a confirmed request. */
export async function composeRequestNotice(options: RequestNoticeOptions): Promise<Mail> {
  const { key, to, kind, url, facts, email, dueOn } = options;
  const props = {
    siteName: facts.site.name,
    title: requestNoticeSubject,
    paragraphs: [
      `${email} wants ${wanted[kind]}, and confirmed this by email. Answer by ${dueOn}.`,
      'Open People in the admin and search for the address. There you can export, correct or delete everything about them.',
    ],
    link: { label: 'Open People', href: url },
    footer: 'sent because you run this site',
  };
  return {
    ...{ key, to, subject: requestNoticeSubject },
    replyTo: { name: email, address: email },
    text: accountMailText(props),
    html: await render(createElement(AccountMail, props)),
  };
}
