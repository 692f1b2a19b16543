import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CoursesTab, contentsLinkId } from '#features/content/ui/admin/index.ts';
import { isFocusLost } from '#ui/focus.ts';
import { CourseContents } from './course-contents.tsx';

/** The tab of courses: their list, or the contents of the one that the URL opens. */
export function CoursesPanel() {
  const [params] = useSearchParams();
  const id = params.get('contents');
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== null && id === null && isFocusLost())
      document.getElementById(contentsLinkId(before.current))?.focus();
    before.current = id;
  }, [id]);
  return id === null ? <CoursesTab /> : <CourseContents key={id} id={id} />;
}
