import type { QuickReply } from '#features/leads/rules/lead.ts';
import { fillMailWords, type Plan } from '#features/settings/rules/index.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { leadSources } from '#rules/lead-sources.ts';
import type { LeadDeps } from './lead-deps.ts';
import { findListedLead } from './queries/leads.ts';

const planOf: Record<string, Plan['leadsTo']> = {
  [leadSources.course]: 'course-inquiry',
  [leadSources.blueprint]: 'blueprint-inquiry',
};

/** Returns the quick replies with their placeholders filled in for one lead. Throws 404. */
export async function listReplies(
  { db, orders, readSettings }: Pick<LeadDeps, 'db' | 'orders' | 'readSettings'>,
  { id }: { id: string },
): Promise<QuickReply[]> {
  const lead = await findListedLead(db, id);
  if (!lead) throw recordNotFound();
  const { site, offers, texts, calendar } = await readSettings();
  const plan = offers.plans.find(({ leadsTo }) => leadsTo === planOf[lead.source]);
  const payLink = await orders.findForLead(db, id);
  const settings = {
    name: lead.name,
    site: site.name,
    course: plan?.title ?? 'our courses',
    booking: new URL('/mentorship', calendar.siteUrl).href,
    pay: new URL(payLink?.path ?? '/services', calendar.siteUrl).href,
  };
  return texts.replies.map(({ title, text }) => ({ title, text: fillMailWords(text, settings) }));
}
