import { createContext } from 'react-router';
import type { Credentials } from '#domain/account.ts';
import type { Course } from '#domain/course.ts';
import type { UpcomingEvent } from '#domain/event.ts';
import type { LeadContent } from '#domain/lead.ts';
import type { Freebie, Video } from '#domain/media.ts';
import type { Post, PostCard, PostPage } from '#domain/post.ts';
import type { Visitor } from '#server/auth/visitor.ts';

/**
 * What a page's loader may ask of the server. Handed in through the router's
 * context, so that pages know no database and tests can hand in their own.
 */
export interface PageServices {
  /** Where the site is reached, without a slash at the end. */
  siteUrl: string;
  content: PublicContent;
  /**
   * Takes a lead that came without JavaScript: stores it, or else journals it.
   * False when neither was possible.
   */
  takeLead(lead: LeadContent): Promise<boolean>;
  /** The way into the admin. Nothing when nobody is signed in. */
  enterAdmin(visitor: Visitor): Promise<AdminArea | undefined>;
  signIn(credentials: Credentials, visitor: Visitor): Promise<SignInResult>;
  /** Ends the visitor's session. Answers the cookies that forget it. */
  signOut(visitor: Visitor): Promise<string[]>;
  /** Whether a set-up link would make the first account now. Uses nothing up. */
  isSetUpToken(token: string): Promise<boolean>;
  /** Makes the first account and signs it in. A token works once. */
  setUpAdmin(token: string, credentials: Credentials, visitor: Visitor): Promise<SignInResult>;
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

/** A session that has begun, or why there is none. `cookies` are `Set-Cookie` lines. */
export type SignInResult =
  | { isSignedIn: true; cookies: string[] }
  | { isSignedIn: false; message: string; status: number; headers: Record<string, string> };

/** Somebody who has been let in. */
export interface AdminArea {
  /** Who is signed in. */
  email: string;
  /** `Set-Cookie` lines that the answer must carry, to keep the session alive. */
  cookies: string[];
}

export const pageServicesContext = createContext<PageServices>();

/** Who asks for the page. */
export const visitorContext = createContext<Visitor>();

/** The nonce that this answer's Content-Security-Policy names. */
export const nonceContext = createContext<string>();
