import { createContext } from 'react-router';
import type { Credentials } from '#domain/account.ts';
import type { BookingContent } from '#domain/booking.ts';
import type { BookingState } from '#domain/booking-rules.ts';
import type { CaptchaWidget } from '#domain/captcha.ts';
import type { Course } from '#domain/course.ts';
import type { UpcomingEvent } from '#domain/event.ts';
import type { LeadContent } from '#domain/lead.ts';
import type { Freebie, Video } from '#domain/media.ts';
import type { Post, PostCard, PostPage } from '#domain/post.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Closed } from '#server/services/accounts/authorise.ts';
import type { AccountOverview } from '#server/services/accounts/read-account.ts';

/**
 * What a page's loader may ask of the server. Handed in through the router's
 * context, so that pages know no database and tests can hand in their own.
 */
export interface PageServices {
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
  /** What keeps robots from the forms; nothing without its keys. */
  captcha: CaptchaWidget | null;
  content: PublicContent;
  /** Takes a lead that came without JavaScript: stores it, or else journals it. */
  takeLead(lead: LeadContent, visitor: Visitor): Promise<Outcome>;
  /** What to say to whoever may be a robot; nothing to a person. `token` is a puzzle's answer. */
  refuseRobot(token: string | undefined, visitor: Visitor): Promise<string | undefined>;
  /** Books a session for a form that came without JavaScript. */
  bookSession(booking: BookingContent, visitor: Visitor): Promise<Outcome<{ managePath: string }>>;
  /** The booking that a private link leads to, if there is one still. */
  findBooking(token: string): Promise<ManagedBooking | undefined>;
  /** The same as a file for calendars (iCalendar); nothing when there is no live booking. */
  composeCalendarFile(token: string): Promise<string | undefined>;
  /** Gives a booking another slot, an instant as text. */
  moveBooking(token: string, slot: string, visitor: Visitor): Promise<Outcome>;
  cancelBooking(token: string, visitor: Visitor): Promise<Outcome>;
  /** The only way to what is not public. Answers what is missing when nobody is let in. */
  enterAdmin(visitor: Visitor): Promise<AdminArea | Closed>;
  /** The doors to it. */
  accounts: AccountPages;
}

/**
 * Coming in and going out. A refusal is an answer, which the form shows; a database that is
 * away is thrown as a `Response` of 503, which the pages' error screen shows.
 */
export interface AccountPages {
  /** What the pages of the sign-in offer besides passwords and mails. */
  doors: Doors;
  signIn(given: Human & Credentials, visitor: Visitor): Promise<AccountOutcome>;
  /** The second step of a sign-in. */
  passChallenge(code: string, visitor: Visitor): Promise<AccountOutcome>;
  /** Owes a mail, if there is such an account. The outcome does not tell. */
  requestMail(
    given: Human & { purpose: 'new-password' | 'magic-link' | 'code'; email: string },
    visitor: Visitor,
  ): Promise<AccountOutcome>;
  requestSignUp(given: Human & Credentials, visitor: Visitor): Promise<AccountOutcome>;
  confirmSignUp(given: LinkWithPassword, visitor: Visitor): Promise<AccountOutcome>;
  setNewPassword(given: LinkWithPassword, visitor: Visitor): Promise<AccountOutcome>;
  signInByLink(token: string, visitor: Visitor): Promise<AccountOutcome>;
  signInByCode(
    given: Human & { email: string; code: string },
    visitor: Visitor,
  ): Promise<AccountOutcome>;
  /** Whether a mailed link would work now. Uses nothing up. */
  isLinkGood(purpose: 'sign-up' | 'magic-link' | 'new-password', token: string): Promise<boolean>;
  /** Begins to sign in at the provider. Answers where the browser goes on. */
  beginProviderSignIn(next: string, visitor: Visitor): Promise<AccountOutcome & { url?: string }>;
  /** Ends the visitor's session. Answers the cookies that forget it. */
  signOut(visitor: Visitor): Promise<string[]>;
  /** Whether a set-up link would make the first account now. Uses nothing up. */
  isSetUpToken(token: string): Promise<boolean>;
  /** Makes the first account and signs it in. A token works once. */
  setUpAdmin(token: string, credentials: Credentials, visitor: Visitor): Promise<AccountOutcome>;
}

/** What everybody may read. Each answers `null` while the database is away. */
export interface PublicContent {
  /** Pictures for the home carousel, newest first; empty until one was uploaded. */
  listTestimonials(): Promise<{ id: string; imageUrl: string }[] | null>;
  /** In the order in which they were added. */
  listCourses(): Promise<Course[] | null>;
  /** From today on, the next one first. */
  listUpcomingEvents(): Promise<UpcomingEvent[] | null>;
  /** One page of posts, newest first; `undefined` when there are not so many pages. */
  listPosts(page: number): Promise<PostPage | undefined | null>;
  /** The newest posts, as many as a feed shows. */
  listNewestPosts(): Promise<PostCard[] | null>;
  /** Every post with its day (`YYYY-MM-DD`), for search engines. */
  listPostDates(): Promise<{ id: string; date: string }[] | null>;
  /** `undefined` when there is no such post, or the id is none. */
  findPost(id: string): Promise<Post | undefined | null>;
  /** Newest first. */
  listVideos(): Promise<Video[] | null>;
  /** Newest first. */
  listFreebies(): Promise<Freebie[] | null>;
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

/** What a captcha's widget has answered, where there is one. */
interface Human {
  captchaToken?: string | undefined;
}

interface LinkWithPassword {
  token: string;
  password: string;
}

export interface Doors {
  /** What the provider is called whose accounts can sign in; nothing where there is none. */
  providerName: string | null;
}

/** What has become of a form: done, with `Set-Cookie` lines, or why not. */
export type AccountOutcome =
  | { isDone: true; cookies: string[] }
  | {
      isDone: false;
      /** For the person who asked, about the whole form. */
      message: string;
      /** About single fields. */
      fieldErrors: Record<string, string[]>;
      status: number;
      headers: Record<string, string>;
    };

/** Somebody who has been let in. */
export interface AdminArea {
  /** Who is signed in. */
  email: string;
  /** `Set-Cookie` lines that the answer must carry, to keep the session alive. */
  cookies: string[];
  /** The account itself: its ways in, its devices, its log. */
  readAccount(): Promise<AccountOverview>;
}

export const pageServicesContext = createContext<PageServices>();

/** Who asks for the page. */
export const visitorContext = createContext<Visitor>();

/**
 * What was sent to a page's action, with any names and as often as the sender liked: actions
 * read it by `readForm` (app/features/forms/read-form.ts). The request itself has no body left.
 */
export const formContext = createContext<URLSearchParams>();

/** The nonce that this answer's Content-Security-Policy names. */
export const nonceContext = createContext<string>();

/** What a page tells the server's log of its request. */
export interface PageReport {
  /** Which route answers, by its pattern: `/booking/:token`. */
  nameRoute(pattern: string): void;
  /** What went wrong while the page was made. */
  logThrown(thrown: unknown): void;
}

export const pageReportContext = createContext<PageReport>();
