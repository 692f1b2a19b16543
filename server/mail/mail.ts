/** One mail, before it has a sender. */
export interface Mail {
  /** Names the mail for ever: whatever has this key is the same mail, and goes out once. */
  key: string;
  to: string;
  /** Where an answer goes: the visitor. */
  replyTo: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** An entry for the receiver's calendar. */
  invitation?: Invitation;
}

/** An iCalendar object as it goes by mail (RFC 6047). */
interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

/** Hands mails over. */
export interface Mailer {
  /** Returns once the mail was taken; throws when it was refused or when that is not known. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/**
 * One line of a header. Line breaks would begin a header of the visitor's own choosing,
 * other control characters have no business in one.
 */
export function toHeaderText(text: string, maximum = 200): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return Array.from(line).slice(0, maximum).join('');
}

/** The name of a mail's file, and the left part of its Message-ID. */
export const toFileStem = (key: string) => key.replaceAll(/[^\w-]/g, '.');
