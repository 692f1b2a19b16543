export interface Mail {
  /** Names the mail for ever: whatever has this key is the same mail, and goes out once. */
  key: string;
  to: string;
  replyTo: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** An entry for the receiver's calendar: an iCalendar object as it goes by mail (RFC 6047). */
  invitation?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** Returns one line of a header: a line break would begin a header of the visitor's own choosing. */
export function toHeaderText(text: string, maximum = 200): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, maximum).join('');
}

/** Returns the name of a mail's file, and the left part of its Message-ID. */
export const toFileStem = (key: string) => key.replaceAll(/[^\w-]/g, '.');
