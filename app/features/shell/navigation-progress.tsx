import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A page that comes sooner than this takes the place of the one before without a step between, in milliseconds. */
const patienceMs = 150;

/** The navigation under way, once it has taken a moment. */
export function useLateNavigation(): ReturnType<typeof useNavigation> | undefined {
  const navigation = useNavigation();
  const [isLate, setIsLate] = useState(false);
  const isUnderWay = navigation.state !== 'idle';
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isUnderWay]);
  return isUnderWay && isLate ? navigation : undefined;
}

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
        // It never arrives by itself, and fades once the page is there.
        className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 origin-left bg-linear-to-r/srgb from-gold-fill-to to-gold opacity-0 transition-opacity duration-400 ease-[ease] data-[active=true]:animate-progress data-[active=true]:opacity-100 data-[active=true]:transition-none"
      />
      <p className="sr-only">{isLate && 'The page is loading.'}</p>
    </div>
  );
}
