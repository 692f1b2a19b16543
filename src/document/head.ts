import { signedInHint } from '#features/accounts/rules/index.ts';
import { watchDialogs } from './dialogs.ts';
import { keepEarlyPresses } from './early-presses.ts';
import { watchTheme } from './theme.ts';

/* Runs inline at the head of every document, before anything is painted. */

/** Past this many pixels the header gets its translucent ground and its border. */
const scrollThreshold = 10;

const { dataset } = document.documentElement;

// The variant `noscript:` matches when this is missing.
dataset.scripts = '';
// Public pages are the same for everybody: the browser shows the link (`signed-in:`).
if (document.cookie.includes(`${signedInHint}=`)) dataset.signedIn = '';
watchTheme();
watchDialogs();
keepEarlyPresses();

const showScrolled = () => {
  dataset.scrolled = String(scrollY > scrollThreshold);
};
addEventListener('scroll', showScrolled, { passive: true });
addEventListener('pageshow', showScrolled);

// Where the browser does not fade between documents itself, the new one fades in (styles/navigation.css).
if (!('onpagereveal' in window) && document.referrer.startsWith(`${location.origin}/`)) {
  dataset.fades = '';
}
