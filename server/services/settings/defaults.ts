/** The one way in which the site knows `content/`: what the operator has not changed. */
export { defaults } from '#content/defaults.ts';
