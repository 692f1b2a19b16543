/** Returns the link that begins a mail to somebody. */
export const replyHref = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;

/** The fewest digits of a number that can be called. */
const fewestDigits = 6;

/** The WhatsApp chat with a telephone number, if it may be one. `00` is how some write `+`. */
export function whatsAppHref(phone: string): string | undefined {
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  return digits.length < fewestDigits ? undefined : `https://wa.me/${digits}`;
}
