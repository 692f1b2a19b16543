import { ArrowLeft, Check, Download, FileDown } from 'lucide-react';
import { PostContent } from '#features/content/ui/index.ts';
import type { LessonFilm, LessonPage } from '#features/library/rules/library-page.ts';
import { SaveDataChoice } from '#features/uploads/ui/index.ts';
import { formatBytes } from '#rules/measures.ts';
import { Button } from '#ui/button.tsx';
import { DocumentScript } from '#ui/document-script.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { NeighbourLinks } from '#ui/neighbour-links.tsx';
import { ArticleFrame } from '#ui/page-header.tsx';
import lessonScript from './document/lesson.ts?script';

interface LessonViewProps {
  page: LessonPage;
  /** The token of the library’s link. */
  token: string;
}

/** A lesson: its films, its text and its files. */
export function LessonView({ page, token }: LessonViewProps) {
  const { title, course, section, films, pdfs, blocks, seconds } = page;
  const libraryPath = `/library/${token}`;
  const isEmpty = films.length + pdfs.length + blocks.length === 0;
  return (
    <ArticleFrame eyebrow={section}>
      <h1 dir="auto" className="mt-5 text-title">
        {title}
      </h1>
      <p className="mt-4">
        <Link to={libraryPath} className={`inline-flex min-h-11 items-center gap-2 ${textLink}`}>
          <ArrowLeft className="size-4" />
          <span dir="auto">{course}</span>
        </Link>
      </p>
      {films.length > 0 && (
        <div
          data-films=""
          data-token={token}
          data-lesson={page.id}
          data-seconds={seconds}
          className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 max-sm:-mx-(--gutter)"
        >
          {films.map((film) => (
            <Film
              key={film.id}
              film={film}
              hasTitle={films.length > 1}
              startsAt={films.length === 1 ? seconds : 0}
            />
          ))}
          <DocumentScript src={lessonScript} />
        </div>
      )}
      {isEmpty && <p className="mt-8 text-lead text-muted">This lesson has no contents yet.</p>}
      {blocks.length > 0 && (
        <div className="mt-10">
          <PostContent blocks={blocks} />
        </div>
      )}
      {pdfs.length > 0 && <Pdfs pdfs={pdfs} />}
      <DoneForm isDone={page.isDone} />
      <NeighbourLinks
        noun="lesson"
        previous={page.previous}
        next={page.next}
        className="mt-10 border-t pt-6"
      />
    </ArticleFrame>
  );
}

interface FilmProps {
  film: LessonFilm;
  hasTitle: boolean;
  startsAt: number;
}

/** The platform’s player. It starts where the customer stopped, also without scripts. */
export const Film = ({ film, hasTitle, startsAt }: FilmProps) => (
  <div>
    {hasTitle && (
      <h2 dir="auto" className="mb-3 font-semibold max-sm:px-(--gutter)">
        {film.name}
      </h2>
    )}
    {/* biome-ignore lint/a11y/useMediaCaption: not every film has captions */}
    <video
      controls
      playsInline
      preload="metadata"
      data-film={film.id}
      src={startsAt > 0 ? `${film.src}#t=${startsAt}` : film.src}
      data-small={film.smallSrc ?? undefined}
      data-full={film.smallSrc ? film.src : undefined}
      poster={film.poster ?? undefined}
      controlsList={film.downloadHref === null ? 'nodownload' : undefined}
      width={1280}
      height={720}
      aria-label={film.name}
      className="block aspect-video h-auto w-full bg-screen object-contain focus-visible:-outline-offset-4 focus-visible:outline-gold-fill-from"
    >
      {film.captions.map(({ label, src }) => (
        <track key={src} kind="captions" label={label} src={src} />
      ))}
    </video>
    {/* Its script shows it. */}
    <p
      role="alert"
      data-failed=""
      hidden
      className="py-3 font-medium text-danger max-sm:px-(--gutter)"
    >
      This film can’t be played. Reload the page, or{' '}
      {film.downloadHref === null ? (
        'try another browser'
      ) : (
        <a href={film.downloadHref} download="" className={textLink}>
          download the film
        </a>
      )}
      .
    </p>
    <div className="flex flex-wrap items-center gap-x-6 max-sm:px-(--gutter)">
      {film.smallSrc && <SaveDataChoice title={film.name} />}
      {film.downloadHref && (
        <a
          href={film.downloadHref}
          download=""
          className={`flex min-h-11 items-center gap-2 text-sm ${textLink}`}
        >
          <Download className="size-4" />
          Download<span className="sr-only"> {film.name}</span>
        </a>
      )}
    </div>
  </div>
);

const Pdfs = ({ pdfs }: Pick<LessonPage, 'pdfs'>) => (
  <section aria-labelledby="files-title" className="mt-10">
    <h2 id="files-title" className="text-heading">
      Files
    </h2>
    <ul className="mt-3 border-t border-hairline">
      {pdfs.map(({ id, name, size, href }) => (
        <li key={id} className="border-b border-hairline">
          <a
            href={href}
            download={name}
            className="flex min-h-14 flex-wrap items-center gap-x-3 py-2 font-semibold text-gold underline-offset-4 hover:underline"
          >
            <FileDown className="size-4.5 shrink-0" />
            <span dir="auto" className="mr-auto min-w-0 break-words">
              {name}
            </span>
            <span className="text-sm font-normal text-muted">PDF, {formatBytes(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);

/** Marks the lesson. The script shows the other part when the films are watched. */
const DoneForm = ({ isDone }: Pick<LessonPage, 'isDone'>) => (
  <div id="done" className="mt-10 scroll-mt-(--header-height)">
    <form
      method="post"
      data-done=""
      hidden={!isDone}
      className="flex flex-wrap items-center gap-x-6 gap-y-2"
    >
      <p role="status" className="flex items-center gap-2 font-semibold text-success">
        <Check className="size-4.5" />
        Done
      </p>
      <button
        type="submit"
        name="intent"
        value="not-done"
        className={`min-h-11 cursor-pointer ${textLink}`}
      >
        Mark as not done
      </button>
    </form>
    <form method="post" data-not-done="" hidden={isDone}>
      <Button
        type="submit"
        name="intent"
        value="done"
        variant="secondary"
        className="max-sm:w-full"
      >
        Mark as done
      </Button>
    </form>
  </div>
);
