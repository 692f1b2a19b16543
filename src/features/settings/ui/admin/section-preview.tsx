import { ExternalLink } from 'lucide-react';
import { type SyntheticEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import { FailedNotice } from '#features/admin-ui/ui/index.ts';
import {
  isPreviewMail,
  type Preview,
  previews,
  type SettingsSection,
  sectionPreviews,
} from '#features/settings/rules/sections.ts';
import { controlClass } from '#ui/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useSectionPreview } from './use-section.ts';

/** Tailwind's `lg`: wide enough for the preview next to the form. */
const wide = '(width >= 64rem)';

function subscribeToWidth(onChange: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is wide enough to show the preview next to the form. */
export const useIsWide = () =>
  useSyncExternalStore(
    subscribeToWidth,
    () => matchMedia(wide).matches,
    () => false,
  );

/** A page or an email with the unsaved values. It can be scrolled, but is not interactive. */
export function SectionPreview({ section, value }: { section: SettingsSection; value: object }) {
  const id = useId();
  const choices = sectionPreviews[section];
  const [shown, setShown] = useState(choices[0]);
  const preview = useSectionPreview(section, shown, value);
  const scrolled = useRef(0);
  const isMail = isPreviewMail(shown);

  function keepScroll({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>): void {
    const { contentWindow } = frame;
    if (!contentWindow) return;
    contentWindow.document.body.inert = true;
    contentWindow.scrollTo(0, scrolled.current);
    contentWindow.addEventListener('scroll', () => {
      scrolled.current = contentWindow.scrollY;
    });
  }

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
          value={shown}
          onChange={({ target }) => {
            scrolled.current = 0;
            setShown(target.value as Preview);
          }}
          className={`${controlClass} h-11 min-w-0 flex-1 border-transparent! bg-transparent! font-semibold`}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {previews[choice]}
            </option>
          ))}
        </select>
        {!isMail && (
          <a
            href={shown}
            target="_blank"
            rel="noopener"
            aria-label={`Open ${previews[shown]} in a new tab`}
            className="grid size-11 place-items-center rounded-sm text-muted hover:text-gold"
          >
            <ExternalLink className="size-4.5" />
          </a>
        )}
      </div>
      {preview.isPending && <Skeleton className="m-4 min-h-0 flex-1" />}
      {preview.isError && (
        <div className="m-4">
          <FailedNotice text="The preview could not be loaded." query={preview} />
        </div>
      )}
      {preview.data?.subject && (
        <p className="border-b border-hairline px-4 py-2 text-sm">
          <span className="text-muted">Subject:</span>{' '}
          <span className="font-semibold">{preview.data.subject}</span>
        </p>
      )}
      {preview.data && (
        <iframe
          srcDoc={preview.data.html}
          // Same origin, so that pictures and styles load. Scripts stay disabled.
          sandbox="allow-same-origin"
          title={`Preview: ${previews[shown]}`}
          onLoad={keepScroll}
          className={`min-h-0 w-full flex-1 ${isMail ? 'bg-white' : 'bg-ground'}`}
        />
      )}
    </section>
  );
}
