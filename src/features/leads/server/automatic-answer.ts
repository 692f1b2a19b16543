import { createHash } from 'node:crypto';
import { writeNoticeMail } from '#features/mail/mails/index.ts';
import { postponeMail, queueMail, sendQueuedMail } from '#features/mail/server/index.ts';
import { fillMailWords } from '#features/settings/rules/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { isAnswerable } from '#rules/email-address.ts';
import { mailName } from '#rules/mail-text.ts';
import { toMailbox } from '#rules/mailbox.ts';
import { submissionKey } from '#rules/submission-keys.ts';
import type { LeadDeps } from './lead-deps.ts';
import { findLead, type Lead } from './queries/leads.ts';
import { toLead } from './stored-lead.ts';

/**
 * A later answer would confuse, e.g. if the outbox was stuck or the lead was restored from the
 * trash.
 */
const maxDelayMs = 24 * 3_600_000;

const isOwn = (email: string, { site, recipient, calendar }: ResolvedSettings) =>
  [site.email, recipient, calendar.organizer].some((own) => toMailbox(own) === toMailbox(email));

/** Queues the automatic answer to a new lead in its transaction, if one applies. */
export async function queueAnswer(
  deps: LeadDeps,
  transaction: Transaction,
  lead: Lead,
): Promise<void> {
  const settings = await deps.readSettings();
  const { isSent, subject } = settings.texts.mails.received;
  if (!isSent || !isAnswerable(lead.email) || isOwn(lead.email, settings)) return;
  const mail = `${submissionKey(toLead(lead))}:answer`;
  await queueMail(deps, transaction, {
    recipient: lead.email,
    subject: fill(subject, lead, settings),
    payload: { kind: 'lead-answer', leadId: lead.id, mail },
  });
}

/**
 * Sends the automatic answer to a lead. Sends nothing if the lead was deleted, answers were turned
 * off, it is too late, or the mailbox has reached its limit. Throws what `sendQueuedMail` throws.
 */
export function sendLeadAnswer(
  deps: LeadDeps,
  { leadId, mail: key }: { leadId: string; mail: string },
): Promise<void> {
  const payload = { kind: 'lead-answer' as const, leadId, mail: key };
  return sendQueuedMail(deps, {
    key,
    async compose(transaction) {
      const lead = await findLead(transaction, leadId);
      const settings = await deps.readSettings();
      if (!lead || !settings.texts.mails.received.isSent) return undefined;
      if (+deps.now() - +lead.createdAt > maxDelayMs) return undefined;
      const mailbox = createHash('sha256').update(toMailbox(lead.email)).digest('base64url');
      if ((await deps.limiter.take('automatic-answer', mailbox, key)) > 0) return undefined;
      return composeAnswer(lead, { settings, key });
    },
    postpone: (transaction, mail) => postponeMail(deps, transaction, { mail, payload }),
  });
}

/**
 * Fills in the placeholders. The email address is unverified, so only a sanitised name is taken
 * from the person's own text.
 */
const fill = (text: string, { name }: Pick<Lead, 'name'>, { site }: ResolvedSettings) =>
  fillMailWords(text, { name: mailName(name) ?? '', site: site.name });

interface AnswerOptions {
  settings: ResolvedSettings;
  key: string;
}

async function composeAnswer(lead: Lead, { settings, key }: AnswerOptions): Promise<Mail> {
  const { site, texts } = settings;
  const { subject, text } = texts.mails.received;
  const props = {
    eyebrow: 'Automatic reply',
    title: fill(subject, lead, settings),
    rows: [{ label: 'About', value: lead.source }],
    paragraphs: fill(text, lead, settings).split(/\n{2,}/),
    footer:
      'You’re receiving this automatic reply because someone entered this address on our website. Not you? Ignore this email.',
  };
  return {
    key,
    to: lead.email,
    subject: props.title,
    isAutomaticAnswer: true,
    ...(await writeNoticeMail(site, props)),
  };
}
