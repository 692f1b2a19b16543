/**
 * Returns an address in the form that identifies a person: in lower case. Plus signs and dots are
 * kept, because their meaning depends on the mail server.
 */
export const toAddress = (email: string): string => email.trim().toLowerCase();

/**
 * Returns the mailbox that an email address probably belongs to: without case, plus parts, and dots
 * at Gmail. Used for limits and suggestions. Matches `mailboxOf` in the database.
 */
export function toMailbox(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 1) return lower;
  const [name = '', host = ''] = [lower.slice(0, at), lower.slice(at + 1)];
  const plain = name.replace(/\+.*/s, '');
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${host}`;
}
