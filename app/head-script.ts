import { holdPictures } from './features/media/hold-pictures.ts';
import { watchPresses } from './features/shell/early-presses.ts';
import { applyTheme, listenToToggle } from './features/theme/theme.ts';

/*
 * Runs inline at the head of every document: before the first paint, and before any other script
 * has come.
 */

// What the page shows while its visitor has chosen nothing.
applyTheme(document.documentElement.className);
listenToToggle();
holdPictures();
watchPresses();
