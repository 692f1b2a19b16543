import { ExternalLink } from 'lucide-react';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { controlClass } from '#app/ui/field.tsx';

export interface LivePageChoice {
  path: string;
  label: string;
}

interface LivePageProps {
  pages: readonly [LivePageChoice, ...LivePageChoice[]];
  /** The page is loaded again when this is another one. */
  version: number;
}

/** Tailwind's `lg`: from there on the page stands beside the form. */
const roomForPage = '(width >= 64rem)';

function subscribeToRoom(onChange: () => void) {
  const room = matchMedia(roomForPage);
  room.addEventListener('change', onChange);
  return () => room.removeEventListener('change', onChange);
}

/** Whether the window is wide enough for the page to stand beside the form. */
export const useHasRoomForPage = () =>
  useSyncExternalStore(
    subscribeToRoom,
    () => matchMedia(roomForPage).matches,
    () => false,
  );

/** A page of the site as visitors see it now. */
export function LivePage({ pages, version }: LivePageProps) {
  const id = useId();
  const [{ path, label }, setPage] = useState(pages[0]);
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    // It keeps the place to which it was scrolled.
    frame.current?.contentWindow?.location.reload();
  }, [version]);
  return (
    <section
      aria-label="The page as visitors see it"
      className="flex h-full flex-col overflow-hidden rounded-sm border border-hairline bg-surface"
    >
      <div className="flex items-center gap-2 border-b border-hairline py-1.5 pr-1.5 pl-4">
        <label htmlFor={id} className="text-sm text-muted">
          Page
        </label>
        <select
          id={id}
          value={path}
          onChange={({ target }) =>
            setPage(pages.find((page) => page.path === target.value) ?? pages[0])
          }
          className={`${controlClass} h-11 min-w-0 flex-1 border-transparent! bg-transparent! font-semibold`}
        >
          {pages.map((page) => (
            <option key={page.path} value={page.path}>
              {page.label}
            </option>
          ))}
        </select>
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${label} in a new tab`}
          className="grid size-11 place-items-center rounded-sm text-muted hover:text-gold"
        >
          <ExternalLink className="size-4.5" />
        </a>
      </div>
      <iframe
        ref={frame}
        key={path}
        src={path}
        title={`${label}, as visitors see it`}
        className="min-h-0 w-full flex-1 bg-ground"
      />
    </section>
  );
}
