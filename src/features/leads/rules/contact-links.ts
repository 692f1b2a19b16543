/** Returns the link that starts a mail to somebody, with a text already in it if there is one. */
export const replyHref = (email: string, subject: string, text = '') =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}${text && `&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`}`;
