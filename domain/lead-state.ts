/** Where a lead stands, in the order in which most go through it. */
export const leadStates = ['new', 'answered', 'won', 'closed'] as const;
export type LeadState = (typeof leadStates)[number];
