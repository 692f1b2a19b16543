// The only module that imports from `content/`: the default settings, and the samples of a new
// site.
export { defaults } from '#content/defaults.ts';
export { testimonialPictures } from '#content/pictures.ts';
export { isSample, listSamples } from '#rules/sample.ts';
