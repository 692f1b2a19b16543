/*
 * The one way in which the site knows `content/`: what the operator has not changed, and which facts
 * are still the samples of a new site.
 */
export { defaults } from '#content/defaults.ts';
export { testimonialPictures } from '#content/pictures.ts';
export { isSample, listSamples } from '#domain/sample.ts';
