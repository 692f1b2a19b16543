import { signedInHint } from '#rules/signed-in-hint.ts';
import { watchDialogs } from './dialogs.ts';
import { keepEarlyPresses } from './early-presses.ts';
import { watchTheme } from './theme.ts';

/* Runs inline in the head of every document, before the first paint. */

/** Past this scroll position, in pixels, the header gets a translucent background and a border. */
const scrollThreshold = 10;

const { dataset } = document.documentElement;

// The `noscript:` variant matches while this is missing.
dataset.scripts = '';
// Public pages are cached for all visitors, so the browser shows the admin link (`signed-in:`).
if (document.cookie.includes(`${signedInHint}=`)) dataset.signedIn = '';
watchTheme();
watchDialogs();
keepEarlyPresses();

const showScrolled = () => {
  dataset.scrolled = String(scrollY > scrollThreshold);
};
addEventListener('scroll', showScrolled, { passive: true });
addEventListener('pageshow', showScrolled);

// Without cross-document view transitions, the new page fades in (styles/navigation.css).
if (!('onpagereveal' in window) && document.referrer.startsWith(`${location.origin}/`)) {
  dataset.fades = '';
}
