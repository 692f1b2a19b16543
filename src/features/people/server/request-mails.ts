import { writeNoticeMail } from '#features/mail/mails/index.ts';
import { type OutboxDeps, sendQueuedMail } from '#features/mail/server/index.ts';
import { dueAt, requestTexts, requestWords } from '#features/people/rules/request-kinds.ts';
import { mentorDay, type ResolvedSettings } from '#features/settings/server/index.ts';
import type { SubmissionDeps } from '#features/submissions/server/index.ts';
import { createSignedIds } from '#platform/auth/signed-ids.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { unlinked } from '#rules/mail-text.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { confirmDays, findRequest, type PersonRequestRow } from './queries/person-requests.ts';

/** The tokens of the links that confirm requests. */
export const requestLinks = (secret: string) => createSignedIds(secret, 'person-request');

/** Returns the subject of the email that asks to confirm a request. */
export const requestMailSubject = ({ name }: ResolvedSettings['site']) =>
  `Please confirm your request to ${name}`;

/** Returns the subject of the notice about a confirmed request. */
export const requestNoticeSubject = (
  { email, confirmedAt }: PersonRequestRow,
  { booking }: Pick<ResolvedSettings, 'booking'>,
) => `Data request: ${email}, ${formatDateAndClock(confirmedAt ?? new Date(), booking.timeZone)}`;

type RequestMailDeps = Pick<SubmissionDeps, 'secret' | 'siteUrl' | 'readSettings'> & OutboxDeps;

interface RequestMailJob {
  requestId: string;
  mail: string;
}

/**
 * Sends the email that asks to confirm a request, unless the request has expired. Throws what
 * `sendQueuedMail` throws.
 */
export function sendRequestMail(
  deps: RequestMailDeps,
  { requestId, mail: key }: RequestMailJob,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const request = await findRequest(transaction, requestId);
      if (!request) return undefined;
      const { site } = await deps.readSettings();
      const token = requestLinks(deps.secret).toToken(requestId);
      const written = await writeNoticeMail(site, {
        eyebrow: 'Privacy',
        title: 'Please confirm your request',
        // Without the person's own text, because anyone can enter this address.
        paragraphs: [
          `Someone, probably you, asked ${requestTexts[request.kind]}. To confirm, open this link within ${confirmDays} days and press the button.`,
          'If you didn’t ask for this, ignore this email. Nothing happens unless you click.',
        ],
        link: {
          label: 'Confirm your request',
          href: `${deps.siteUrl}/privacy/request?token=${token}`,
        },
        footer: 'You’re receiving this because someone made a data request with this address.',
      });
      return { key, to, subject: requestMailSubject(site), ...written };
    },
  });
}

/**
 * Notifies the mentor of a confirmed request, unless it is already answered or such notices are
 * off.
 */
export function sendRequestNotice(
  deps: RequestMailDeps,
  { requestId, mail: key }: RequestMailJob,
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const request = await findRequest(transaction, requestId);
      const settings = await deps.readSettings();
      if (!request || request.answeredAt || !settings.site.notices.request) return undefined;
      const { email, kind, message, confirmedAt } = request;
      const due = formatDay(mentorDay(dueAt(confirmedAt ?? new Date()), settings.booking));
      const written = await writeNoticeMail(settings.site, {
        eyebrow: 'Data request',
        title: requestWords[kind],
        rows: [
          { label: 'Email', value: email, href: `mailto:${encodeURIComponent(email)}` },
          { label: 'Reply by', value: due },
          ...(message ? [{ label: 'Message', value: unlinked(message) }] : []),
        ],
        paragraphs: ['Find this person under People to export, correct or delete their data.'],
        link: { label: 'Open People', href: `${deps.siteUrl}/admin/people` },
        footer: 'The person confirmed this request with a link that we sent to their address.',
      });
      const subject = requestNoticeSubject(request, settings);
      return { key, to, subject, ...written, replyTo: { name: email, address: email } };
    },
  });
}
