import { randomUUID } from 'node:crypto';
import type { Customer } from '#features/customers/server/index.ts';
import { findOpening } from '#features/library/rules/course-access.ts';
import type { BrowserQuestion, LibraryPage } from '#features/library/rules/library-page.ts';
import { formatMentorTime, formatVisitorTime } from '#features/settings/server/index.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import { type Entry, enterLibrary, findQuestion } from './enter-library.ts';
import { listOwnPackages } from './find-package.ts';
import type { LibraryDeps } from './library-deps.ts';
import { listComingSessions, listOrdersOf } from './queries/library.ts';
import type { Progress } from './queries/progress.ts';
import { type OwnedCourse, readCourses } from './read-courses.ts';

/** A page of a library, or what the browser is asked first. */
export interface Entered<Page> extends Pick<Entry, 'cookies'> {
  content: { page: Page } | { question: BrowserQuestion };
}

/** Returns the library of a link for a browser, or undefined if the link leads nowhere. */
export async function findLibrary(
  deps: LibraryDeps,
  token: string,
  visitor: Pick<Visitor, 'headers'>,
): Promise<Entered<LibraryPage> | undefined> {
  const entry = await enterLibrary(deps, token, visitor);
  if (!entry) return undefined;
  const { customer, cookies } = entry;
  if (!entry.isOpen) return { cookies, content: { question: findQuestion(customer) } };
  const { courses, progress } = await readCourses(deps, customer);
  const at = deps.now();
  const listed = courses.map((course) => toListed(course, progress, { token, at }));
  return {
    cookies,
    content: {
      page: {
        courses: listed,
        next: findNext(listed, progress),
        orders: (await listOrdersOf(deps.db, customer.id)).map(
          ({ id, reference, item, createdAt }) => ({
            title: item.title,
            reference,
            path: deps.payLinks.toPath(id),
            createdAt: createdAt.toISOString(),
          }),
        ),
        sessions: await listSessions(deps, customer),
        packages: await listOwnPackages(deps, { customer, token }),
        offers: await listOffers(deps, courses),
      },
    },
  };
}

/** Lists the courses for sale that the customer cannot open, now or soon. */
async function listOffers(
  { db, customerOrders }: LibraryDeps,
  owned: OwnedCourse[],
): Promise<LibraryPage['offers']> {
  const own = owned.filter(({ access }) => access.kind === 'open' || access.kind === 'later');
  return (await customerOrders.listOffers(db))
    .filter(({ courseId }) => own.every(({ id }) => id !== courseId))
    .map((offer) => ({ ...offer, orderId: randomUUID() }));
}

function toListed(
  { id, title, given, access, sections }: OwnedCourse,
  progress: Map<string, Progress>,
  { token, at }: { token: string; at: Date },
): LibraryPage['courses'][number] {
  const end = access.kind === 'open' ? access.endsAt : access.at;
  return {
    id,
    title,
    access: { kind: access.kind, at: end?.toISOString() ?? null },
    sections: sections.map(({ lessons, ...section }) => ({
      ...section,
      lessons: lessons.map((lesson) => {
        const opensAt = findOpening(given, lesson, at);
        return {
          id: lesson.id,
          title: lesson.title,
          path: opensAt <= at ? `/library/${token}/${lesson.id}` : null,
          seconds: lesson.seconds,
          opensAt: opensAt.toISOString(),
          isDone: Boolean(progress.get(lesson.id)?.doneAt),
        };
      }),
    })),
  };
}

/** Returns the open lesson after the one that was opened last, or that one if it is not done. */
function findNext(
  courses: LibraryPage['courses'],
  progress: Map<string, Progress>,
): LibraryPage['next'] {
  const open = courses.flatMap(({ title: course, sections }) =>
    sections
      .flatMap(({ lessons }) => lessons)
      .flatMap(({ path, ...lesson }) => (path === null ? [] : { ...lesson, path, course })),
  );
  const openedAt = ({ id }: { id: string }) => progress.get(id)?.lastOpenedAt.getTime() ?? 0;
  const last = open.reduce((latest, lesson, index) => {
    const before = open[latest];
    return before && openedAt(lesson) <= openedAt(before) ? latest : index;
  }, 0);
  const left = [...open.slice(last), ...open.slice(0, last)].filter(({ isDone }) => !isDone);
  const [next] = left;
  if (!next) return null;
  const { title, course, path } = next;
  return { title, course, path, isStarted: progress.size > 0 };
}

async function listSessions(
  { db, now, manageLinks, readSettings }: LibraryDeps,
  { email }: Customer,
): Promise<LibraryPage['sessions']> {
  if (email === null) return [];
  const { booking: clock } = await readSettings();
  return (await listComingSessions(db, email, now())).map((session) => {
    const zone = findTimeZone(session.timeZone);
    return {
      title: session.sessionType,
      timeText: zone
        ? formatVisitorTime(session.startsAt, zone)
        : formatMentorTime(session.startsAt, clock),
      path: manageLinks.toPath(session.id),
      isHeld: session.heldUntil !== null,
    };
  });
}
