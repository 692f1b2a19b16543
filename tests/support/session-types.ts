import { defaults } from '#content/defaults.ts';
import type { AdminCalls } from './admin-calls.ts';

/** Two session types that are longer than a slot: 90 minutes and eight hours. */
export const longSessions = [
  { title: 'Chart review', minutes: 90 },
  { title: 'Day of trading', minutes: 480 },
] as const;

/** Adds the long sessions to the default offers. */
export async function sellLongSessions(admin: AdminCalls): Promise<void> {
  const [option] = defaults.offers.mentorshipOptions;
  const added = longSessions.map((session) => ({ ...option, ...session, length: null }));
  const mentorshipOptions = [...defaults.offers.mentorshipOptions, ...added];
  const body = { version: 0, value: { ...defaults.offers, mentorshipOptions } };
  const saved = await admin.asMentor('PUT', '/api/settings/offers', body);
  if (!saved.ok) throw new Error(`The offers could not be saved: ${saved.status}`);
}
