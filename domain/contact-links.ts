/** Returns the link that begins a mail to somebody. */
export const replyHref = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;
