import { createContext } from 'react-router';
import type { Credentials } from '#domain/account.ts';
import type { BookingContent } from '#domain/booking.ts';
import type { BookingState } from '#domain/booking-rules.ts';
import type { LeadContent } from '#domain/lead.ts';
import type { Visitor } from '#server/auth/visitor.ts';

/**
 * What a page's loader may ask of the server. Handed in through the router's
 * context, so that pages know no database and tests can hand in their own.
 */
export interface PageServices {
  /** Pictures for the home carousel, newest first; empty until one was uploaded. */
  listTestimonials(): Promise<{ id: string; imageUrl: string }[]>;
  /**
   * Takes a lead that came without JavaScript: stores it, or else journals it.
   * False when neither was possible.
   */
  takeLead(lead: LeadContent): Promise<boolean>;
  /** Books a session for a form that came without JavaScript. */
  bookSession(booking: BookingContent): Promise<Outcome<{ managePath: string }>>;
  /** The booking that a private link leads to, if there is one still. */
  findBooking(token: string): Promise<ManagedBooking | undefined>;
  /** The same as a file for calendars (iCalendar); nothing when there is no live booking. */
  composeCalendarFile(token: string): Promise<string | undefined>;
  /** Gives a booking another slot, an instant as text. */
  moveBooking(token: string, slot: string): Promise<Outcome>;
  cancelBooking(token: string): Promise<Outcome>;
  /** The only way to what is not public. Nothing when nobody is signed in. */
  enterAdmin(visitor: Visitor): Promise<AdminArea | undefined>;
  signIn(credentials: Credentials, visitor: Visitor): Promise<SignInResult>;
  /** Ends the visitor's session. Answers the cookies that forget it. */
  signOut(visitor: Visitor): Promise<string[]>;
  /** Whether a set-up link would make the first account now. Uses nothing up. */
  isSetUpToken(token: string): Promise<boolean>;
  /** Makes the first account and signs it in. A token works once. */
  setUpAdmin(token: string, credentials: Credentials, visitor: Visitor): Promise<SignInResult>;
}

/** What came of something a visitor wanted: done, or why not. `slots` are free instead (ISO, UTC). */
export type Outcome<Done = object> =
  | ({ isDone: true } & Done)
  | { isDone: false; message: string; status: number; slots?: string[] };

/** A booking as its visitor sees it. Instants are ISO texts in UTC. */
export interface ManagedBooking {
  sessionType: string;
  meetingType: string;
  /** The visitor's zone, where it is known. */
  timeZone: string | null;
  minutes: number;
  startsAt: string;
  /** Until when it can be moved and cancelled. */
  changeableUntil: string;
  state: BookingState;
}

/** A session that has begun, or why there is none. `cookies` are `Set-Cookie` lines. */
export type SignInResult =
  | { isSignedIn: true; cookies: string[] }
  | { isSignedIn: false; message: string; status: number; headers: Record<string, string> };

/** What a signed-in account may see. Whoever holds one has been let in. */
export interface AdminArea {
  /** Who is signed in. */
  email: string;
  /** `Set-Cookie` lines that the answer must carry, to keep the session alive. */
  cookies: string[];
  /** The newest leads. */
  listLeads(): Promise<ReceivedLead[]>;
  /** The newest captured mails; nothing when mails are sent instead. */
  listCapturedMails(): Promise<CapturedMail[] | null>;
}

/** A lead as the admin sees it. */
export interface ReceivedLead {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  source: string;
  message: string | null;
  /** On the mentor's clock, with its zone. */
  receivedAt: string;
}

/** A mail that was kept instead of being sent. */
export interface CapturedMail {
  name: string;
  subject: string;
  to: string;
  text: string;
  /** On the mentor's clock, with its zone. */
  capturedAt: string;
}

export const pageServicesContext = createContext<PageServices>();

/** Who asks for the page. */
export const visitorContext = createContext<Visitor>();

/** The nonce that this answer's Content-Security-Policy names. */
export const nonceContext = createContext<string>();
