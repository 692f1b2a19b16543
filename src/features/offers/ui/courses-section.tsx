import type { Course } from '#features/content/rules/index.ts';
import type { CoursePreview } from '#features/library/rules/index.ts';
import { NoSuchPage } from '#features/shell/ui/index.ts';
import { describeAbroad, type ExchangeRates } from '#rules/abroad-price.ts';
import type { FormNoticeFacts } from '#rules/form-notice.ts';
import { type Paged, pagePath } from '#rules/paging.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FeatureList } from '#ui/feature-list.tsx';
import { UnavailableNotice } from '#ui/notices.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { InquiryButton } from './inquiry-button.tsx';
import { PreviewLink } from './preview-link.tsx';

interface CoursesSectionProps {
  /** `null` if the database is down, undefined for a page that does not exist. */
  courses: Paged<Course> | null | undefined;
  abroad: ExchangeRates;
  /** The privacy notice of the forms. */
  notice: FormNoticeFacts;
  takesCodes: boolean;
  previews: CoursePreview[];
}

/** The courses from the admin; nothing if there are none. */
export function CoursesSection({ courses, ...shown }: CoursesSectionProps) {
  if (courses === undefined)
    return <NoSuchPage what="courses" to="/services" back="Go to the first page" />;
  if (courses?.items.length === 0) return null;
  return (
    <section aria-labelledby="courses-title" className="border-t border-hairline">
      <div className="container-site py-(--section)">
        <h2 id="courses-title" className="text-heading">
          More Courses
        </h2>
        <div className="mt-8">
          {courses ? (
            <>
              <ul className="grid gap-6 md:grid-cols-2">
                {courses.items.map((course) => (
                  <CourseCard key={course.id} course={course} {...shown} />
                ))}
              </ul>
              <Pagination
                {...courses}
                toPage={(page) => `${pagePath('/services', page)}#courses-title`}
              />
            </>
          ) : (
            <UnavailableNotice what="More courses" />
          )}
        </div>
      </div>
    </section>
  );
}

type CourseCardProps = Pick<
  CoursesSectionProps,
  'abroad' | 'notice' | 'takesCodes' | 'previews'
> & {
  course: Course;
};

const listContents = ({ features, sessions }: Course): string[] =>
  sessions === null
    ? features
    : [...features, `${sessions} one-on-one ${sessions === 1 ? 'session' : 'sessions'}`];

/** A course. Without an amount it can't be bought here, only asked about. */
const CourseCard = ({ course, abroad, notice, takesCodes, previews }: CourseCardProps) => (
  <li className="group/one lined-up-card rounded-sm border border-hairline bg-surface p-8 [--parts:6] md:odd:last:col-span-full md:odd:last:grid-cols-2 md:odd:last:gap-x-12 xl:p-10">
    <h3 dir="auto" className="text-heading">
      {course.title}
    </h3>
    <p translate="no" className="mt-4 font-display text-4xl tracking-tight">
      {course.price}
    </p>
    <p translate="no" className="mt-2 text-sm text-muted empty:hidden">
      {describeAbroad(course.amountCents, abroad)}
    </p>
    <p dir="auto" className="mt-4 whitespace-pre-line text-muted empty:mt-0">
      {course.description}
    </p>
    <div className="md:group-odd/one:group-last/one:col-start-2 md:group-odd/one:group-last/one:row-[1/span_6]">
      {listContents(course).length > 0 && (
        <FeatureList
          features={listContents(course)}
          className="mt-7 md:group-odd/one:group-last/one:mt-0 md:group-odd/one:group-last/one:border-0"
        />
      )}
    </div>
    <div className="mt-auto grid gap-3 pt-9">
      {course.amountCents !== null && (
        <InquiryButton
          inquiry="course"
          course={{ id: course.id, title: course.title }}
          notice={notice}
          takesCodes={takesCodes}
        >
          Buy this course
        </InquiryButton>
      )}
      <ButtonLink
        to={`/contact?${new URLSearchParams({ course: course.title })}`}
        variant="secondary"
        className="w-full"
      >
        Ask about this course
      </ButtonLink>
      <PreviewLink previews={previews} courseId={course.id} title={course.title} />
    </div>
  </li>
);
