import { useLateNavigation } from './use-late-navigation.ts';

/** A thin line at the top of the screen while a page, or the answer to a form, is on its way. */
export function NavigationProgress() {
  const isLate = useLateNavigation() !== undefined;
  return (
    <div aria-live="polite">
      <div
        role="progressbar"
        aria-label="Loading the page"
        aria-hidden={!isLate}
        data-active={isLate}
        className="progress-line"
      />
      <p className="sr-only">{isLate && 'The page is loading.'}</p>
    </div>
  );
}
