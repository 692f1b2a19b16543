import { afterAll, beforeAll } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';
import type { PartPlan } from '#rules/price.ts';

/** Lets the offers of a test file's site be paid in parts. */
export function sellInParts({ plans, sessions }: { plans: PartPlan; sessions: PartPlan }): void {
  const offer = (forPlans: PartPlan, forSessions: PartPlan) => {
    for (const plan of defaults.offers.plans) plan.parts = forPlans;
    for (const session of defaults.offers.mentorshipOptions) session.parts = forSessions;
  };
  beforeAll(() => offer(plans, sessions));
  afterAll(() => offer('none', 'none'));
}
