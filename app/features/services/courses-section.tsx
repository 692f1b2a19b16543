import { ButtonLink } from '#app/ui/button.tsx';
import { FeatureList } from '#app/ui/feature-list.tsx';
import { UnavailableNotice } from '#app/ui/notices.tsx';
import type { Course } from '#domain/course.ts';
import { RiskNotice } from '../shell/risk-notice.tsx';

/** The courses from the admin; nothing while there are none. `null` is a database that is away. */
export function CoursesSection({ courses }: { courses: Course[] | null }) {
  if (courses?.length === 0) return null;
  return (
    <section aria-labelledby="courses-title" className="border-t border-hairline">
      <div className="container-site py-(--section)">
        <h2 id="courses-title" className="text-title">
          More Courses
        </h2>
        <div className="mt-10 lg:mt-14">
          {courses ? (
            <>
              <ul className="grid gap-6 md:grid-cols-2">
                {courses.map((course) => (
                  <CourseCard key={course.id} course={course} />
                ))}
              </ul>
              <RiskNotice />
            </>
          ) : (
            <UnavailableNotice what="Further courses" />
          )}
        </div>
      </div>
    </section>
  );
}

const CourseCard = ({ course }: { course: Course }) => (
  <li className="flex flex-col rounded-sm border border-hairline bg-surface p-8 xl:p-10">
    <h3 className="text-heading">{course.title}</h3>
    <p translate="no" className="mt-4 font-display text-4xl tracking-tight">
      {course.price}
    </p>
    {course.description && (
      <p className="mt-4 whitespace-pre-line text-muted">{course.description}</p>
    )}
    {course.features.length > 0 && <FeatureList features={course.features} className="mt-7" />}
    <div className="mt-auto pt-9">
      <ButtonLink
        to={{ pathname: '/contact', search: `?${new URLSearchParams({ course: course.title })}` }}
        variant="secondary"
        className="w-full"
      >
        Ask about this course
      </ButtonLink>
    </div>
  </li>
);
