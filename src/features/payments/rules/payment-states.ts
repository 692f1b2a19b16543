/**
 * unknown: the provider was asked and has not answered. Its dashboard shows the outcome. sent: the
 * provider has accepted it, and says later whether the money went back. done and by-hand: it is booked.
 */
export const refundStates = ['unknown', 'sent', 'done', 'failed', 'by-hand'] as const;
export type RefundState = (typeof refundStates)[number];

export const notificationStates = ['pending', 'accepted', 'refused', 'ignored'] as const;
export type NotificationState = (typeof notificationStates)[number];
