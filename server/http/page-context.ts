import { createContext } from 'react-router';
import type { Credentials } from '#domain/account.ts';
import type { CaptchaWidget } from '#domain/captcha.ts';
import type { LeadContent } from '#domain/lead.ts';
import type { Visitor } from '#server/auth/visitor.ts';
import type { Closed } from '#server/services/accounts/authorise.ts';
import type { AccountOverview } from '#server/services/accounts/read-account.ts';

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
  signIn(given: Human & Credentials, visitor: Visitor): Promise<Outcome>;
  /** The second step of a sign-in. */
  passChallenge(code: string, visitor: Visitor): Promise<Outcome>;
  /** Owes a mail, if there is such an account. The outcome does not tell. */
  requestMail(
    given: Human & { purpose: 'new-password' | 'magic-link' | 'code'; email: string },
    visitor: Visitor,
  ): Promise<Outcome>;
  requestSignUp(given: Human & Credentials, visitor: Visitor): Promise<Outcome>;
  confirmSignUp(given: LinkWithPassword, visitor: Visitor): Promise<Outcome>;
  setNewPassword(given: LinkWithPassword, visitor: Visitor): Promise<Outcome>;
  signInByLink(token: string, visitor: Visitor): Promise<Outcome>;
  signInByCode(given: Human & { email: string; code: string }, visitor: Visitor): Promise<Outcome>;
  /** Whether a mailed link would work now. Uses nothing up. */
  isLinkGood(purpose: 'sign-up' | 'magic-link' | 'new-password', token: string): Promise<boolean>;
  /** Begins to sign in at the provider. Answers where the browser goes on. */
  beginProviderSignIn(next: string, visitor: Visitor): Promise<Outcome & { url?: string }>;
  /** Whether somebody has taken the first step of a sign-in, whatever is still owed. */
  isSignedIn(visitor: Visitor): Promise<boolean>;
  /** Ends the visitor's session. Answers the cookies that forget it. */
  signOut(visitor: Visitor): Promise<string[]>;
  /** Whether a set-up link would make the first account now. Uses nothing up. */
  isSetUpToken(token: string): Promise<boolean>;
  /** Makes the first account and signs it in. A token works once. */
  setUpAdmin(token: string, credentials: Credentials, visitor: Visitor): Promise<Outcome>;
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
  captcha: CaptchaWidget | null;
  /** What the provider is called whose accounts can sign in; nothing where there is none. */
  providerName: string | null;
}

/** What has become of a form: done, with `Set-Cookie` lines, or why not. */
export type Outcome =
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
  /** The account itself: its ways in, its devices, its log. */
  readAccount(): Promise<AccountOverview>;
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
