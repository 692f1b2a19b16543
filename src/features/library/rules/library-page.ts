import type { PostBlock } from '#features/content/rules/index.ts';
import type { BookingWindow, SessionShape } from '#rules/session-shape.ts';

/** What a browser is asked that opens the library after another one. */
export type BrowserQuestion = 'email-or-phone' | 'email' | 'phone' | 'nothing-known';

/** A lesson as the library lists it. Instants are ISO texts in UTC. */
export interface ListedLesson {
  id: string;
  title: string;
  /** Null while it can’t be opened. */
  path: string | null;
  seconds: number | null;
  opensAt: string;
  isDone: boolean;
}

export interface LibraryCourse {
  id: string;
  title: string;
  access: { kind: 'open' | 'later' | 'ended' | 'revoked'; at: string | null };
  /** Empty unless access is open. */
  sections: { id: string; title: string; lessons: ListedLesson[] }[];
}

/** Sessions that a customer bought together. */
export interface LibraryPackage {
  id: string;
  title: string;
  granted: number;
  left: number;
  state: 'open' | 'later' | 'ended' | 'taken';
  /** When they can’t be booked any more; null without an end. */
  endsAt: string | null;
  /** The page that books one. */
  path: string;
}

/** The page on which a customer books a session of a package. */
export interface PackagePage {
  sold: LibraryPackage;
  /** Of the booking, so that pressing twice books one. */
  bookingId: string;
  client: { name: string; email: string | null; phone: string | null };
  session: SessionShape & BookingWindow;
  meetingType: string | null;
  timeZone: string | null;
}

export interface LibraryPage {
  packages: LibraryPackage[];
  courses: LibraryCourse[];
  /** The lesson to continue with, or to start with. */
  next: { title: string; course: string; path: string; isStarted: boolean } | null;
  /** The courses that the customer can buy. */
  offers: { orderId: string; courseId: string; title: string; priceText: string }[];
  orders: { title: string; reference: string; path: string; createdAt: string }[];
  sessions: { title: string; timeText: string; path: string; isHeld: boolean }[];
}

export interface LessonFilm {
  /** Stays the same when its address is renewed. */
  id: string;
  name: string;
  src: string;
  /** The rendition that saves data, if there is one. */
  smallSrc: string | null;
  /** Its file to save; null unless the course allows it. */
  downloadHref: string | null;
  poster: string | null;
  captions: { label: string; src: string }[];
}

export interface LessonPage {
  id: string;
  title: string;
  course: string;
  section: string;
  films: LessonFilm[];
  pdfs: { id: string; name: string; size: number; href: string }[];
  blocks: PostBlock[];
  /** Where its films go on, in seconds. */
  seconds: number;
  isDone: boolean;
  previous: { title: string; path: string } | null;
  next: { title: string; path: string } | null;
}

/** The lesson of a course that visitors can open. */
export interface PreviewPage extends Pick<LessonPage, 'title' | 'course' | 'films' | 'blocks'> {
  /** How many PDFs only customers get, with their name on each page. */
  pdfCount: number;
}

/** The link to the preview of a course, on its card. */
export interface CoursePreview {
  courseId: string;
  path: string;
  label: string;
}
