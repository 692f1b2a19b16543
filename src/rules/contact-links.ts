/** Returns a link that starts an email, optionally with a text. */
export const replyHref = (email: string, subject: string, text = '') =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}${text && `&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`}`;
