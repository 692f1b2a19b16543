import { ArrowLeft } from 'lucide-react';
import { PostContent } from '#features/content/ui/index.ts';
import type { PreviewPage } from '#features/library/rules/index.ts';
import videos from '#features/uploads/ui/document/videos.ts?script';
import { ButtonLink } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { ArticleFrame } from '#ui/page-header.tsx';
import { Film } from './lesson-view.tsx';

/** The lesson of a course that visitors can open: its films and its text. */
export const PreviewView = ({ page }: { page: PreviewPage }) => (
  <ArticleFrame eyebrow="Free lesson">
    <h1 dir="auto" className="mt-5 text-title">
      {page.title}
    </h1>
    <p dir="auto" className="mt-4 text-lead text-muted">
      {page.course}
    </p>
    {page.films.length > 0 && (
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 max-sm:-mx-(--gutter)">
        {page.films.map((film) => (
          <Film key={film.id} film={film} hasTitle={page.films.length > 1} startsAt={0} />
        ))}
        <DocumentScript src={videos} />
      </div>
    )}
    {page.blocks.length > 0 && (
      <div className="mt-10">
        <PostContent blocks={page.blocks} />
      </div>
    )}
    {page.pdfCount > 0 && (
      <p className="mt-10 text-muted">
        {page.pdfCount === 1
          ? 'The PDF of this lesson is only for people who have the course.'
          : `The ${page.pdfCount} PDFs of this lesson are only for people who have the course.`}
      </p>
    )}
    <ButtonLink to="/services" variant="secondary" className="mt-10">
      <ArrowLeft className="size-4" />
      Back to the courses
    </ButtonLink>
  </ArticleFrame>
);
