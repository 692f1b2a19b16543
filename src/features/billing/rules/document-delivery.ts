/** Says how the client gets a receipt or a credit note. Without an email address, it is only on their page. */
export const describeDelivery = (
  { email }: { email: string | null },
  document: 'receipt' | 'credit note' = 'receipt',
): string =>
  email
    ? `The client gets the ${document} by email.`
    : `The client has no email address. The ${document} is on their page: send them the client link.`;
