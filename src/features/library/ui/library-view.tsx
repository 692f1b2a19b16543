import { Check, Lock } from 'lucide-react';
import type { LibraryPage, ListedLesson } from '#features/library/rules/library-page.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatLength } from '#rules/measures.ts';
import { formatLongDate } from '#rules/time-zone.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SessionsLeft } from './sessions-left.tsx';

type Course = LibraryPage['courses'][number];

/** The library of a customer: their courses, sessions and orders. */
export const LibraryView = ({
  page,
  problem,
}: {
  page: LibraryPage;
  /** The error of the last form. */
  problem?: string | undefined;
}) => (
  <>
    <PageHeader
      eyebrow="Your library"
      title={
        page.courses.length === 0 && page.packages.length > 0 ? 'Your mentorship' : 'Your courses'
      }
      introduction={page.courses.length + page.packages.length === 0 && <NoCourses />}
    >
      {page.next && <GoOn next={page.next} />}
    </PageHeader>
    <div className="container-site grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-14 pb-(--section) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="grid content-start gap-14 empty:hidden">
        {page.courses.map((course) => (
          <CourseSection key={course.id} course={course} />
        ))}
      </div>
      <div className="grid content-start gap-10 lg:col-start-2">
        <Packages packages={page.packages} />
        <Offers offers={page.offers} problem={problem} />
        <Sessions sessions={page.sessions} />
        <Orders orders={page.orders} />
        <p className="max-w-prose text-sm text-muted">
          The link to this page is for you alone. Please don’t share it.
        </p>
      </div>
    </div>
  </>
);

const NoCourses = () => (
  <p>
    You have no courses yet.{' '}
    <Link to="/services" className={textLink}>
      See our courses
    </Link>
  </p>
);

const GoOn = ({ next }: { next: NonNullable<LibraryPage['next']> }) => (
  <section
    aria-labelledby="next-title"
    className="grid justify-items-start gap-4 rounded-sm border border-hairline bg-surface p-5 sm:p-8"
  >
    <div>
      <p className="text-sm font-semibold text-gold">
        {next.isStarted ? 'Continue where you stopped' : 'Start here'}
      </p>
      <h2 id="next-title" dir="auto" className="mt-2 text-heading">
        {next.title}
      </h2>
      <p dir="auto" className="mt-1 text-muted">
        {next.course}
      </p>
    </div>
    <ButtonLink to={next.path} className="max-sm:w-full">
      {next.isStarted ? 'Continue' : 'Open the first lesson'}
    </ButtonLink>
  </section>
);

function CourseSection({ course }: { course: Course }) {
  const { id, title, access, sections } = course;
  const lessons = sections.flatMap((section) => section.lessons);
  const done = lessons.filter(({ isDone }) => isDone).length;
  const titleId = `course-${id}`;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} dir="auto" className="text-3xl">
        {title}
      </h2>
      <AccessText access={access} />
      {access.kind === 'open' && (
        <p className="mt-2 text-muted">
          {lessons.length === 0
            ? 'Your mentor has not added lessons yet.'
            : `${done} of ${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'} done`}
        </p>
      )}
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={`section-${section.id}`} className="mt-8">
          <h3 id={`section-${section.id}`} dir="auto" className="text-heading">
            {section.title}
          </h3>
          <ul className="mt-3 border-t border-hairline">
            {section.lessons.map((lesson) => (
              <LessonRow key={lesson.id} lesson={lesson} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** What is true about the access to a course; nothing if it is open for ever. */
function AccessText({ access: { kind, at } }: Pick<Course, 'access'>) {
  const { timeZone } = useSettings();
  if (at === null) return null;
  const day = formatLongDate(at, timeZone);
  if (kind === 'open') return <p className="mt-2 text-muted">Your access ends on {day}.</p>;
  if (kind === 'later') return <p className="mt-2 text-muted">Your access starts on {day}.</p>;
  return (
    <p className="mt-2 text-muted">
      {kind === 'ended' ? 'Your access ended' : 'Your access was taken back'} on {day}.{' '}
      <Link to="/contact" className={textLink}>
        Write to us
      </Link>{' '}
      if you have a question.
    </p>
  );
}

function LessonRow({ lesson }: { lesson: ListedLesson }) {
  const { timeZone } = useSettings();
  const { title, path, seconds, opensAt, isDone } = lesson;
  const row = 'flex min-h-14 items-center gap-4 py-2';
  const length = seconds !== null && (
    <span className="shrink-0 text-sm text-muted tabular-nums">
      <span className="sr-only">Length </span>
      {formatLength(seconds)}
    </span>
  );
  return (
    <li className="border-b border-hairline">
      {path === null ? (
        <div className={`${row} text-muted`}>
          <Lock className="size-4.5 shrink-0" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block">
              {title}
            </span>
            <span className="block text-sm">Opens on {formatLongDate(opensAt, timeZone)}</span>
          </span>
          {length}
        </div>
      ) : (
        <Link to={path} className={`group ${row}`}>
          <span
            className={`grid size-4.5 shrink-0 place-items-center rounded-full border ${isDone ? 'border-gold-soft bg-gold-soft text-on-gold' : 'border-hairline-strong'}`}
          >
            {isDone && <Check className="size-3" strokeWidth={3} />}
          </span>
          <span dir="auto" className="min-w-0 flex-1 font-semibold group-hover:text-gold">
            {title}
          </span>
          {isDone && <span className="sr-only">Done</span>}
          {length}
        </Link>
      )}
    </li>
  );
}

const Packages = ({ packages }: Pick<LibraryPage, 'packages'>) =>
  packages.length > 0 && (
    <section aria-labelledby="packages-title">
      <h2 id="packages-title" className="text-heading">
        Your packages
      </h2>
      <ul className="mt-3 border-t border-hairline">
        {packages.map((one) => (
          <li key={one.id} className="grid justify-items-start gap-3 border-b border-hairline py-4">
            <span>
              <span dir="auto" className="block font-semibold">
                {one.title}
              </span>
              <SessionsLeft sold={one} />
            </span>
            {one.state === 'open' && one.left > 0 && (
              <ButtonLink to={one.path}>
                Book the next session<span className="sr-only"> of {one.title}</span>
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

const Sessions = ({ sessions }: Pick<LibraryPage, 'sessions'>) => (
  <section aria-labelledby="sessions-title">
    <h2 id="sessions-title" className="text-heading">
      Your sessions
    </h2>
    {sessions.length === 0 ? (
      <p className="mt-2 text-muted">
        You have no sessions to come.{' '}
        <Link to="/mentorship" className={textLink}>
          Book a session
        </Link>
      </p>
    ) : (
      <ul className="mt-3 border-t border-hairline">
        {sessions.map(({ title, timeText, path, isHeld }) => (
          <li key={path} className="border-b border-hairline py-3">
            <Link to={path} className={textLink}>
              {title}
            </Link>
            <span className="mt-1 block text-sm text-muted">
              {timeText}
              {isHeld && '. It is held for you until it is paid.'}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** The courses that the customer can buy, without a form. */
function Offers({
  offers,
  problem,
}: Pick<LibraryPage, 'offers'> & { problem: string | undefined }) {
  if (offers.length === 0 && !problem) return null;
  return (
    <section aria-labelledby="offers-title">
      <h2 id="offers-title" className="text-heading">
        More courses
      </h2>
      {problem && (
        <p
          role="alert"
          className="mt-3 rounded-sm border border-danger bg-danger-wash px-4 py-3 font-medium text-danger"
        >
          {problem}
        </p>
      )}
      <ul className="mt-3 border-t border-hairline">
        {offers.map(({ orderId, courseId, title, priceText }) => (
          <li key={courseId} className="grid gap-3 border-b border-hairline py-4">
            <span>
              <span dir="auto" className="block font-semibold">
                {title}
              </span>
              <span translate="no" className="mt-1 block text-muted">
                {priceText}
              </span>
            </span>
            <form method="post">
              <input type="hidden" name="id" value={orderId} />
              <input type="hidden" name="course" value={courseId} />
              <Button type="submit" name="intent" value="buy" variant="secondary">
                Buy this course<span className="sr-only"> {title}</span>
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ orders }: Pick<LibraryPage, 'orders'>) {
  const { timeZone } = useSettings();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="orders-title">
      <h2 id="orders-title" className="text-heading">
        Orders and receipts
      </h2>
      <ul className="mt-3 border-t border-hairline">
        {orders.map(({ title, reference, path, createdAt }) => (
          <li key={reference} className="border-b border-hairline py-3">
            <Link to={path} className={textLink}>
              {title}
            </Link>
            <span className="mt-1 block text-sm text-muted">
              <span translate="no">{reference}</span>, {formatLongDate(createdAt, timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
