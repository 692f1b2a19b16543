import { ExternalLink } from 'lucide-react';
import { useId, useRef, useState, useSyncExternalStore } from 'react';
import { controlClass } from '#app/ui/field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { type PreviewPage, previewPages, type SettingsSection } from '#domain/settings/sections.ts';
import { FailedNotice } from '../admin/record-list.tsx';
import { useSectionPreview } from './use-section.ts';

/** Tailwind's `lg`: from there on the page is next to the form. */
const roomForPage = '(width >= 64rem)';

function subscribeToRoom(onChange: () => void) {
  const room = matchMedia(roomForPage);
  room.addEventListener('change', onChange);
  return () => room.removeEventListener('change', onChange);
}

/** Whether the window is wide enough to show the page next to the form. */
export const useHasRoomForPage = () =>
  useSyncExternalStore(
    subscribeToRoom,
    () => matchMedia(roomForPage).matches,
    () => false,
  );

interface PagePreviewProps {
  section: SettingsSection;
  pages: readonly [PreviewPage, ...PreviewPage[]];
  value: object;
}

/** A page of the site with what is typed. It can be scrolled, and nothing in it pressed. */
export function PagePreview({ section, pages, value }: PagePreviewProps) {
  const id = useId();
  const [path, setPath] = useState(pages[0]);
  const preview = useSectionPreview(section, path, value);
  const scrolled = useRef(0);
  const { className } = document.documentElement;
  return (
    <section
      aria-label="Preview"
      className="flex h-full flex-col overflow-hidden rounded-sm border border-hairline bg-surface"
    >
      <div className="flex items-center gap-2 border-b border-hairline py-1.5 pr-1.5 pl-4">
        <label htmlFor={id} className="text-sm text-muted">
          Page
        </label>
        <select
          id={id}
          value={path}
          onChange={({ target }) => {
            scrolled.current = 0;
            setPath(target.value as PreviewPage);
          }}
          className={`${controlClass} h-11 min-w-0 flex-1 border-transparent! bg-transparent! font-semibold`}
        >
          {pages.map((page) => (
            <option key={page} value={page}>
              {previewPages[page]}
            </option>
          ))}
        </select>
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${previewPages[path]} in a new tab`}
          className="grid size-11 place-items-center rounded-sm text-muted hover:text-gold"
        >
          <ExternalLink className="size-4.5" />
        </a>
      </div>
      {preview.isPending && <Skeleton className="m-4 min-h-0 flex-1" />}
      {preview.isError && (
        <div className="m-4">
          <FailedNotice
            text="The preview could not be loaded."
            isReading={preview.isFetching}
            retry={() => void preview.refetch()}
          />
        </div>
      )}
      {preview.data && (
        <iframe
          srcDoc={preview.data.replace('class="system"', `class="${className}" data-scripts=""`)}
          // Same origin, for its pictures and styles. Scripts stay off.
          sandbox="allow-same-origin"
          title={`Preview: ${previewPages[path]}`}
          onLoad={({ currentTarget: { contentWindow } }) => {
            if (!contentWindow) return;
            contentWindow.document.body.inert = true;
            contentWindow.scrollTo(0, scrolled.current);
            contentWindow.addEventListener('scroll', () => {
              scrolled.current = contentWindow.scrollY;
            });
          }}
          className="min-h-0 w-full flex-1 bg-ground"
        />
      )}
    </section>
  );
}
