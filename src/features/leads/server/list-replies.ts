import type { QuickReply } from '#features/leads/rules/lead.ts';
import { fillMailWords } from '#features/settings/rules/index.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { findCourseOfForm, findPlanOf } from '#rules/plan-courses.ts';
import type { LeadDeps } from './lead-deps.ts';
import { findListedLead } from './queries/leads.ts';

/** Returns the quick replies with their placeholders filled in for one lead. Throws 404. */
export async function listReplies(
  { db, orders, readSettings }: Pick<LeadDeps, 'db' | 'orders' | 'readSettings'>,
  { id }: { id: string },
): Promise<QuickReply[]> {
  const lead = await findListedLead(db, id);
  if (!lead) throw recordNotFound();
  const { site, offers, texts, calendar } = await readSettings();
  // Earlier versions stored no course for an inquiry from a plan card.
  const plan = findPlanOf(lead.courseId ?? findCourseOfForm(lead.source), offers.plans);
  const payLink = await orders.findForLead(db, id);
  const settings = {
    name: lead.name,
    site: site.name,
    course: plan?.title ?? lead.course ?? 'our courses',
    booking: new URL('/mentorship', calendar.siteUrl).href,
    pay: new URL(payLink?.path ?? '/services', calendar.siteUrl).href,
  };
  return texts.replies.map(({ title, text }) => ({ title, text: fillMailWords(text, settings) }));
}
